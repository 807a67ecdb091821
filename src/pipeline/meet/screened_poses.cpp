// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/screened_poses.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "pairs/object_pair.h"
#include "pipeline/meet/first_hit.h"
#include "pipeline/meet/movers.h"

namespace impinge {

namespace {

constexpr std::size_t kBlock = 1024;      // poses that a thread takes at a time
constexpr std::size_t kFacesPerPose = 8;  // of one moving object: balls for more cost more than poses

bool is_plain(const SceneObject& o, const ClusterTree* tree, OpenBodies open) {
  return tree != nullptr && !o.shape && (open == OpenBodies::surface || o.mesh.report().sound());
}

// The objects that a screen may know, and those that are left to a search.
struct Sides {
  std::vector<PoseScreen::Moving> moving;
  std::vector<WorldObject> plain;
  std::vector<std::uint8_t> is_known;  // by object: it moves, or is in `plain`
  bool others = false;                 // some are not
};

std::optional<Sides> sides_of(const Scene& scene, std::span<const ObjectId> moving, std::size_t poses, OpenBodies open,
                              std::span<const PreparedShapes::Tree> trees) {
  const std::span<const SceneObject> objects = scene.objects();
  Sides sides;
  sides.is_known.resize(objects.size());
  const Group group = scene.object(moving.front()).group;
  for (const ObjectId id : moving) {
    const SceneObject& o = scene.object(id);
    const ClusterTree* const tree = trees[id.value].get();
    if (!is_plain(o, tree, open) || o.group != group || o.mesh.faces().size() > kFacesPerPose * poses) return {};
    sides.moving.push_back({&o, tree, moving.size() == 1});
    sides.is_known[id.value] = 1;
  }
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const SceneObject& o = objects[i];
    if (o.hidden || sides.is_known[i] != 0 || !groups_meet(group, o.group)) continue;
    if (is_plain(o, trees[i].get(), open)) {
      sides.plain.push_back(place(o, trees[i].get()));
      sides.is_known[i] = 1;
    } else {
      sides.others = true;
    }
  }
  return sides;
}

}  // namespace

std::vector<PoseScreen::Answer> screened_poses(const Scene& scene, std::span<const ObjectId> moving,
                                               std::span<const Pose> poses, const PoseOptions& options,
                                               const PreparedShapes& shapes, Control& control) {
  if (poses.size() < PoseScreen::kWorthWhile) return {};
  std::vector<PreparedShapes::Tree> trees(scene.objects().size());
  shapes.find(scene.objects(), trees);
  const std::optional<Sides> sides = sides_of(scene, moving, poses.size(), options.open, trees);
  if (!sides || sides->plain.empty()) return {};
  const PoseScreen screen(sides->moving, sides->plain, poses, control);
  if (!screen.usable()) return {};
  std::optional<HitQuestion> rest;
  if (sides->others) rest.emplace(scene, moving, shapes, options.open, sides->is_known);
  std::vector<PoseScreen::Answer> answers(poses.size());
  const std::size_t blocks = (poses.size() + kBlock - 1) / kBlock;
  control.set_parts(blocks);
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    control.poll();
    Movers movers(scene, moving);
    HitMemory memory;
    for (std::size_t i = block * kBlock; i < std::min(poses.size(), (block + 1) * kBlock); ++i) {
      const std::span<const SceneObject> objects = movers.at(poses[i]);
      answers[i] = screen.look(objects);
      if (!rest || answers[i] != PoseScreen::Answer::apart) continue;
      for (std::uint32_t k = 0; k < objects.size(); ++k)
        if (rest->first_hit(k, objects[k], memory.parted, options.is_cancelled)) answers[i] = PoseScreen::Answer::meet;
    }
    control.part_done();
  });
  return answers;
}

}  // namespace impinge
