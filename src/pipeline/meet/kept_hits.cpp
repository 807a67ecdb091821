// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/kept_hits.h"

#include "pairs/object_pair.h"
#include "pipeline/meet/first_hit.h"
#include "pipeline/meet/meet.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

void KeptHits::look_at(std::uint32_t index, const SceneObject& object, const PreparedShapes& shapes) {
  Kept& kept = objects_[index];
  const Vec3* const vertices = object.mesh.vertices().data();
  const Face* const faces = object.mesh.faces().data();
  const bool same = kept.tree && object.deformed.empty() && kept.vertices == vertices && kept.faces == faces;
  if (!same) kept.tree = shapes.find(object);
  kept.faces = faces;
  kept.no_mesh = object.shape != nullptr;
  kept.vertices = object.deformed.empty() ? vertices : nullptr;
  kept.ball = kept.tree && has_ball(object, open_) ? placed_ball(*kept.tree, object.pose) : Ball();
}

void KeptHits::look_at(const Scene& scene, const PreparedShapes& shapes, OpenBodies open) {
  const std::span<const SceneObject> objects = scene.objects();
  const SceneMoment now = moment_of(scene);
  const std::uint64_t version = shapes.version();
  const bool same = known_ && now.origin == moment_.origin && now.asking == moment_.asking && version == version_ &&
                    open == open_ && objects.size() == objects_.size() && changes_since(scene, moment_, changed_);
  known_ = false;  // until all is done
  open_ = open;
  bool other_kinds = !same;
  if (same) {
    for (const std::uint32_t i : changed_) {
      other_kinds = other_kinds || objects_[i].no_mesh != (objects[i].shape != nullptr);
      look_at(i, objects[i], shapes);
    }
  } else {
    objects_.assign(objects.size(), {});
    for (std::uint32_t i = 0; i < objects.size(); ++i) look_at(i, objects[i], shapes);
  }
  if (other_kinds) {
    no_meshes_.clear();
    for (std::uint32_t i = 0; i < objects.size(); ++i)
      if (objects_[i].no_mesh) no_meshes_.push_back(i);
  }
  moment_ = now;
  version_ = version;
  known_ = true;
}

std::optional<std::optional<ObjectId>> KeptHits::first_hit(const Scene& scene, ObjectId id, const PreparedShapes& shapes,
                                                           OpenBodies open, PartedPairs& parted) {
  if (moment_of(scene).origin == 0 || taken_.test_and_set(std::memory_order_acquire)) return {};
  const struct Release {
    std::atomic_flag& taken;
    ~Release() { taken.clear(std::memory_order_release); }
  } release{taken_};
  look_at(scene, shapes, open);
  const std::span<const SceneObject> objects = scene.objects();
  const SceneObject& own = objects[id.value];
  require_mesh_or_solid(own);
  const auto asked = [&](std::uint32_t i) {
    return i != id.value && !objects[i].hidden && groups_meet(own.group, objects[i].group);
  };
  for (const std::uint32_t i : no_meshes_)
    if (asked(i)) require_mesh_or_solid(objects[i]);
  const Ball& ball = objects_[id.value].ball;
  for (std::uint32_t i = 0; i < objects_.size(); ++i) {
    if (balls_apart(ball, objects_[i].ball, 0) || !asked(i)) continue;
    if (objects_meet(own, objects[i], open, shapes, &parted)) return std::optional(ObjectId{i});
  }
  return std::optional<ObjectId>();
}

void KeptHits::clear() {
  if (taken_.test_and_set(std::memory_order_acquire)) return;
  known_ = false;
  objects_.clear();
  taken_.clear(std::memory_order_release);
}

}  // namespace impinge
