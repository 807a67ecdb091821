// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/shards/near_objects.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "answer/verdict/likely_verdict.h"
#include "broad/sweep_boxes.h"
#include "scene/world.h"
#include "shape/mesh/deferral.h"

namespace impinge {

namespace {

// Of a mesh that is not read: the box of its placed box, which holds the true one.
WorldObject placed(const SceneObject& object) {
  const MeshData& data = *Internals::share(object.mesh);
  if (!data.deferral) return place(object);
  WorldObject world;
  world.topology = &data.topology;
  world.box = placed_box({data.deferral->facts.box[0], data.deferral->facts.box[1]}, object.pose);
  return world;
}

struct Reach {
  Box box;
  double missing = 0;  // how far beyond it the object may matter
};

Reach reach_of(const SceneObject& object, const CheckOptions& options) {
  if (object.hidden) return {};
  const WorldObject world = placed(object);
  return {world.box, options.open == OpenBodies::solid ? missing_reach(world) : 0};
}

void add_selves(const Scene& scene, const CheckOptions& options, std::vector<ObjectPair>& pairs) {
  std::vector<std::uint32_t> asked;
  for (const ObjectId id : options.self_objects) {
    static_cast<void>(scene.object(id));  // refuses one that is not there
    asked.push_back(id.value);
  }
  if (options.self_objects.empty())
    for (std::uint32_t i = 0; i < scene.objects().size(); ++i) asked.push_back(i);
  for (const std::uint32_t i : asked)
    if (!scene.objects()[i].hidden) pairs.push_back({i, i});
}

}  // namespace

NearObjects near_objects(const Scene& scene, const CheckOptions& options, const Rulebook& rules) {
  const std::span<const SceneObject> objects = scene.objects();
  std::vector<Reach> reaches(objects.size());
  tbb::parallel_for(std::size_t{0}, objects.size(), [&](std::size_t i) { reaches[i] = reach_of(objects[i], options); });
  NearObjects near;
  std::vector<Box> grown_boxes;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    near.boxes.push_back(reaches[i].box);
    if (objects[i].hidden) continue;
    grown_boxes.push_back(grown(reaches[i].box, rules.reach(i) / 2 + reaches[i].missing));
    ids.push_back(i);
  }
  if (options.pairs) {
    for (const ObjectPair& p : sweep_boxes(grown_boxes)) near.pairs.push_back({ids[p.a], ids[p.b]});
    const std::vector<ObjectPair> limited = rules.limited_pairs();
    near.pairs.insert(near.pairs.end(), limited.begin(), limited.end());
    std::erase_if(near.pairs, [&](const ObjectPair& p) {
      if (objects[p.a].hidden || objects[p.b].hidden) return true;
      if (!groups_meet(objects[p.a].group, objects[p.b].group) || !rules.computes(p)) return true;
      const double margin = rules.clearance(p).value_or(0) + reaches[p.a].missing + reaches[p.b].missing;
      return !boxes_meet(grown(reaches[p.a].box, margin), reaches[p.b].box);
    });
  }
  if (options.self) add_selves(scene, options, near.pairs);
  std::sort(near.pairs.begin(), near.pairs.end());
  near.pairs.erase(std::unique(near.pairs.begin(), near.pairs.end()), near.pairs.end());
  return near;
}

}  // namespace impinge
