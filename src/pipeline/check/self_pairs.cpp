// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/self_pairs.h"

#include <algorithm>
#include <numeric>

#include "answer/own_pairs/own_meetings.h"
#include "base/lent.h"
#include "exact/decide_pairs.h"
#include "exact/face_pair_static.h"
#include "localise/face_octree/face_octree.h"
#include "pairs/face_pair_lists.h"

namespace impinge {

namespace {

// An object that deforms has the tree of its shape, fitted to it.
void find_tree(CheckContext& run, std::uint32_t object) {
  const SceneObject& o = run.scene.objects()[object];
  if (run.world[object].clusters != nullptr || !run.shapes.knows(o.mesh)) return;
  run.trees[object] = run.shapes.refitted(o);
  run.world[object].clusters = run.trees[object].get();
}

std::vector<FacePair> by_tree(CheckContext& run, std::uint32_t object) {
  find_tree(run, object);
  run.add_body(object);
  const WorldObject& world = run.world[object];
  Lent<FacePair> found;
  std::vector<OwnPair> meetings = own_meetings(*run.bodies[object], world.box);
  for (const auto& [f, g] : meetings) {
    const auto corners = [&](std::uint32_t face) { return world.topology->corners(world.faces[face]); };
    found->push_back({f, g, self_pair_static(world.triangle(f), corners(f), world.triangle(g), corners(g))});
  }
  Lent<OwnPair>::give(meetings);
  return found->empty() ? std::vector<FacePair>() : take_face_pairs(*found);
}

std::vector<FacePair> by_octree(CheckContext& run, std::uint32_t object) {
  std::vector<std::uint32_t> faces(run.world[object].faces.size());
  std::iota(faces.begin(), faces.end(), 0u);
  const std::span<const WorldObject> one(&run.world[object], 1);
  LocaliseInput input{one, {&faces, 1}, LocaliseInput::Asked::each_with_itself, {}, {&run.scene.objects()[object], 1}};
  input.level = run.options.level;
  const std::vector<Candidate> candidates = face_octree(input, run.control);
  std::vector<PairContacts> meeting = decide_pairs(one, candidates, run.control);
  return meeting.empty() ? std::vector<FacePair>() : std::move(meeting.front().faces);
}

}  // namespace

std::vector<std::uint32_t> asked_for_self(const CheckContext& run) {
  std::vector<std::uint32_t> asked = Lent<std::uint32_t>::take();
  for (const ObjectId id : run.options.self_objects) {
    run.scene.object(id);  // throws if there is none
    asked.push_back(id.value);
  }
  if (run.options.self_objects.empty()) {
    asked.resize(run.world.size());
    std::iota(asked.begin(), asked.end(), 0u);
  }
  std::erase_if(asked, [&](std::uint32_t o) { return run.scene.objects()[o].hidden || !run.memory.looks_at({o, o}); });
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  return asked;
}

std::vector<FacePair> find_self_pairs(CheckContext& run, std::uint32_t object, double share_after) {
  const bool by_cells = run.options.level || run.experiments.broad == Broad::none ||
                        (run.options.method != Method::automatic && run.options.method != Method::cluster_tree);
  const char* const word = to_string(by_cells ? Method::face_octree : Method::cluster_tree);
  std::vector<std::string>& words = run.result.stats.methods;
  if (words.empty()) words = {word};
  std::vector<FacePair> found;
  run.stage(by_cells ? "self by cells" : "self by tree", run.world[object].faces.size(), share_after, [&] {
    found = by_cells ? by_octree(run, object) : by_tree(run, object);
    return found.size();
  });
  return found;
}

}  // namespace impinge
