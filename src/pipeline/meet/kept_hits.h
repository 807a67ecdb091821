// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include <impinge/engine.h>

#include "pipeline/meet/parted_pairs.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "scene/scene_changes.h"
#include "scene/world.h"

namespace impinge {

/// The balls around the objects of the last scene that was asked what an object hits: between two questions mostly one
/// object moves. May be asked from many threads; who finds it taken does without.
class KeptHits {
 public:
  /// As HitQuestion::first_hit() of an object of the scene; the outer one is nothing where another thread asks.
  std::optional<std::optional<ObjectId>> first_hit(const Scene& scene, ObjectId id, const PreparedShapes& shapes,
                                                   OpenBodies open, PartedPairs& parted);

  /// Forgets all.
  void clear();

 private:
  struct Kept {
    Ball ball;  // infinite if it is not prepared
    PreparedShapes::Tree tree;
    const Vec3* vertices = nullptr;  // of the shape that the tree is of
    const Face* faces = nullptr;
    bool no_mesh = false;
  };

  void look_at(const Scene& scene, const PreparedShapes& shapes, OpenBodies open);
  void look_at(std::uint32_t index, const SceneObject& object, const PreparedShapes& shapes);

  std::atomic_flag taken_;
  bool known_ = false;  // something is kept
  SceneMoment moment_{};
  std::uint64_t version_ = 0;  // of the shapes that were prepared
  OpenBodies open_{};
  std::vector<Kept> objects_;
  std::vector<std::uint32_t> no_meshes_;
  std::vector<std::uint32_t> changed_;  // room
};

}  // namespace impinge
