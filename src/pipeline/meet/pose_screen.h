// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <impinge/scene.h>

#include "pipeline/meet/distance_lattice.h"
#include "pipeline/meet/surface_balls.h"

namespace impinge {

/// Most of many poses need no search: where the moving objects are so far from everything, so deep in it, or it so deep in
/// them that distances at a lattice prove the answer.
class PoseScreen {
 public:
  /// With at least this many poses a lattice may pay.
  static constexpr std::size_t kWorthWhile = 4096;

  enum class Answer { apart, meet, open };

  /// A moving object as it stands in the scene, with its tree.
  struct Moving {
    const SceneObject* object;
    const ClusterTree* tree;
    bool moves_alone;  ///< a pose is its pose, and else a motion of what stands in the scene
  };

  /// All `others`, which have trees, may meet all `moving`, and nobody of them is open or dirty and taken for a solid.
  PoseScreen(std::span<const Moving> moving, std::span<const WorldObject> others, std::span<const Pose> poses,
             Control& control);

  /// False where it can tell nothing.
  bool usable() const { return field_ && field_->usable(); }
  /// Of the moving objects at one of the poses, in their order.
  Answer look(std::span<const SceneObject> moving) const;

  /// What is known of the shape of a moving object.
  struct Part {
    std::vector<SurfaceBall> balls;
    Vec3 middle;          ///< of the balls around and inside, in local coordinates
    double inner_radius;  ///< 0 where none is known
  };

 private:
  std::vector<Part> parts_;
  std::optional<DistanceLattice> field_;
};

}  // namespace impinge
