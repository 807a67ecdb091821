// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/nearest_object.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "answer/distance/cluster_distance.h"
#include "base/kept_memory.h"
#include "pairs/object_pair.h"
#include "pipeline/meet/meet.h"
#include "pipeline/solid/solid_objects.h"
#include "scene/world.h"

namespace impinge {

namespace {

struct Other {
  double at_least;  // how far away it is
  std::uint32_t id;
  auto operator<=>(const Other&) const = default;
};

double box_distance(const Box& a, const Box& b) {
  const Vec3 gap = (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero());
  return std::sqrt(gap.squaredNorm()) * (1 - 0x1p-40);
}

// All others, where they stand, those that may be nearest first.
KeptVector<Other> by_distance(const Scene& scene, const SceneObject& own, const WorldObject& here,
                              std::span<const ObjectId> moving, const PreparedShapes& shapes,
                              std::span<PreparedShapes::Tree> trees, std::span<WorldObject> world) {
  const std::span<const SceneObject> objects = scene.objects();
  shapes.find(objects, trees);
  const auto ball = [](const WorldObject& o) { return Ball{o.middle, o.radius}; };
  KeptVector<Other> others;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].hidden || std::find(moving.begin(), moving.end(), ObjectId{i}) != moving.end()) continue;
    if (!groups_meet(own.group, objects[i].group)) continue;
    require_mesh_or_solid(objects[i]);
    world[i] = place(objects[i], trees[i].get());
    others.push_back({std::max(box_distance(here.box, world[i].box), least_distance(ball(here), ball(world[i]))), i});
  }
  std::sort(others.begin(), others.end());
  return others;
}

// Boxes that are apart tell that bodies are, unless parts of them may be missing.
bool meet(const SceneObject& a, const WorldObject& a_here, const SceneObject& b, const WorldObject& b_here, OpenBodies open,
          const PreparedShapes& shapes, const CancelCallback& is_cancelled) {
  const bool whole = open == OpenBodies::surface || (a_here.sound() && b_here.sound());
  if (whole && !boxes_meet(a_here.box, b_here.box)) return false;
  const std::optional<bool> known = meet_prepared(a, b, open, shapes, nullptr, is_cancelled);
  return known ? *known : meet_fresh(a, b, open, is_cancelled);
}

}  // namespace

std::optional<NearestObject> nearest_object(const Scene& scene, const SceneObject& own, std::span<const ObjectId> moving,
                                            double limit, OpenBodies open, const PreparedShapes& shapes,
                                            const CancelCallback& is_cancelled) {
  require_mesh_or_solid(own);
  const PreparedShapes::Tree own_tree = shapes.find(own);
  const WorldObject here = place(own, own_tree.get());
  KeptVector<PreparedShapes::Tree> trees(scene.objects().size());
  KeptVector<WorldObject> world(scene.objects().size());
  const KeptVector<Other> others = by_distance(scene, own, here, moving, shapes, trees, world);
  Control control({}, is_cancelled);
  const Body own_body(here, control);
  std::optional<NearestObject> best;
  for (const Other& other : others) {
    const double most = best ? best->distance : limit;
    if (other.at_least > most) break;
    const SceneObject& b = scene.objects()[other.id];
    NearestObject found{{other.id}, 0, {}};
    if (solids_answer(own, b)) {
      const PairAnswer answer = answer_solid_objects(own, b, shapes, {most, false, false, open}, is_cancelled);
      if (answer.verdict == Verdict::disjoint) continue;
      found.distance = answer.distance.value_or(0);
      if (answer.verdict == Verdict::near) found.witness = answer.witness;
      if (!best || std::pair(found.distance, found.object) < std::pair(best->distance, best->object)) best = found;
      continue;
    }
    if (!meet(own, here, b, world[other.id], open, shapes, is_cancelled)) {
      const auto nearest = cluster_nearest_within(own_body, Body(world[other.id], control), most);
      if (!nearest) continue;
      found.distance = nearest->distance;
      found.witness = Witness{nearest->a_point, nearest->b_point, nearest->a_face, nearest->b_face};
    }
    if (!best || std::pair(found.distance, found.object) < std::pair(best->distance, best->object)) best = found;
  }
  return best;
}

}  // namespace impinge
