// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <vector>

#include "scene/world.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// An object with a tree, and the way from the world into tree coordinates,
/// which keeps ratios of lengths. An object whose pose is not rigid, or so far
/// out that rounding blurs it, gets a tree of its world coordinates.
class PointFrame {
 public:
  /// The object, which has a cluster tree, must outlive it.
  explicit PointFrame(const WorldObject& object);

  const WorldObject& object() const { return *object_; }
  const ClusterTree& tree() const { return *object_->clusters; }

  /// Tree coordinates of a point of the world.
  Vec3 to_tree(const Vec3& world) const { return matrix_ * (world - position_) - origin_; }
  /// How far, in all, a point and the faces may be off in tree coordinates
  /// against the world.
  double margin(const Vec3& tree_point) const { return margin_ + tree_point.cwiseAbs().maxCoeff() * 0x1p-40; }

  /// Tree coordinates a unit of length.
  double per_length() const { return 1 / unit_; }
  /// A vector of the world in tree coordinates.
  Vec3 direction(const Vec3& world) const { return matrix_ * world; }

 private:
  struct Placed;

  bool set(const WorldObject& object);

  const WorldObject* object_;
  std::shared_ptr<const Placed> placed_;
  Eigen::Matrix3d matrix_ = Eigen::Matrix3d::Identity();
  Vec3 position_ = Vec3::Zero(), origin_ = Vec3::Zero();
  double unit_ = 1, margin_ = 0;
};

}  // namespace impinge
