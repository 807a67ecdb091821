// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>

#include "scene/world.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// Tree coordinates of one placed tree in those of another: matrix * x + offset.
struct ClusterFrame {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Identity();
  Vec3 offset = Vec3::Zero();
  /// Maps normals: the inverse of the matrix, transposed; 0 where the matrix is far from a rigid motion.
  Eigen::Matrix3d normals = Eigen::Matrix3d::Zero();
  /// Where world coordinates of a point x of a and a point y of b are equal, matrix * x + offset and y differ by at most
  /// this on each axis, all rounding of poses, trees and of the computation in doubles included.
  double margin = 0;
  /// Points at a distance in the world are at most this many times that apart in the frame, apart from the margin.
  double per_length = 1;
  /// Largest sum of the sizes in a row of the matrix.
  double stretch = 1;
};

/// Two prepared objects brought into one frame, that of the larger one. An object whose pose is too far from a rigid motion,
/// or so far out that rounding blurs it, gets a tree of its world coordinates for this query.
class ClusterPair {
 public:
  ClusterPair(const WorldObject& a, const WorldObject& b);

  /// The frame is that of b.
  const WorldObject& a() const { return *a_; }
  const WorldObject& b() const { return *b_; }
  const ClusterTree& a_tree() const { return *a_->clusters; }
  const ClusterTree& b_tree() const { return *b_->clusters; }
  /// False only where the boxes are apart, far beyond the sizes of the bodies.
  bool usable() const { return frame_.has_value(); }
  const ClusterFrame& frame() const { return *frame_; }
  /// True where the a of the query is b here.
  bool swapped() const { return swapped_; }

 private:
  struct Placed;

  void place(const WorldObject*& object);

  const WorldObject *a_, *b_;
  bool swapped_ = false;
  std::optional<ClusterFrame> frame_;
  std::vector<std::shared_ptr<const Placed>> placed_;
};

/// A vector of the world in the frame of a tree, but for its length.
Vec3 direction_in(const WorldObject& b, const Vec3& world);

/// The frame of b for a; nothing if the pose of b has no usable inverse or numbers leave their range.
std::optional<ClusterFrame> frame_of(const WorldObject& a, const WorldObject& b);

}  // namespace impinge
