// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/box.h"

namespace impinge {

/// Sixteen faces that lie together, small enough to stay in a few cache lines. Corner k of face i on axis x stands at
/// centre + scale * corners[3 * k + x][i], off by at most scale / 2 (and rounding far below) on each axis.
struct alignas(64) FaceCluster {
  static constexpr std::uint32_t kFaces = 16;

  std::int16_t corners[9][kFaces];
  std::uint32_t faces[kFaces];  ///< numbers in the mesh; where fewer are there, the last one repeats
  double centre[3];             ///< in the tree's frame
  float scale;
  std::uint32_t count;  ///< 1 to kFaces
};

/// Boxes of up to eight children as centre and half extents, rounded outwards, axis by axis.
struct alignas(64) ClusterNode {
  static constexpr std::uint32_t kWidth = 8;

  float centre[3][kWidth];
  float half[3][kWidth];  ///< where fewer children are there, the last one repeats
};

/// A prepared shape: static tree of eight children a node over clusters of sixteen faces, in the frame of the shape. Built
/// once, asked under any pose. The same for any number of threads. About 26 bytes a face.
class ClusterTree {
 public:
  /// The arrays are read here and not kept. At least one face; all coordinates finite.
  ClusterTree(std::span<const Vec3> vertices, std::span<const Face> faces);

  /// New vertices for the same faces: boxes and corners anew, the order of the faces as it is. A shape that has changed
  /// much is searched faster after a fresh build; spread() tells.
  void refit(std::span<const Vec3> vertices, std::span<const Face> faces);

  /// Sum of the half extents of all clusters relative to that of the body: grows when a refit no longer pays.
  double spread() const { return spread_; }

  /// Local coordinates are origin + unit * tree coordinates; those are less than 2 (unit is a power of two).
  const Vec3& origin() const { return origin_; }
  double unit() const { return unit_; }
  /// The box of all vertices that faces use, in local coordinates, exact.
  const Box& box() const { return box_; }

  /// Level 0 are the nodes above clusters, the last level is the root alone. Children of node n are 8 n to 8 n + 7.
  std::size_t levels() const { return levels_.size(); }
  std::span<const ClusterNode> level(std::size_t l) const { return levels_[l]; }
  std::span<const FaceCluster> clusters() const { return clusters_; }

  /// How many children node n of level l has.
  std::uint32_t children(std::size_t l, std::size_t n) const {
    const std::size_t below = l == 0 ? clusters_.size() : levels_[l - 1].size();
    return static_cast<std::uint32_t>(std::min<std::size_t>(ClusterNode::kWidth, below - ClusterNode::kWidth * n));
  }

  std::size_t bytes() const;

 private:
  std::vector<FaceCluster> clusters_;
  std::vector<std::vector<ClusterNode>> levels_;
  Vec3 origin_ = Vec3::Zero();
  double unit_ = 1, spread_ = 0;
  Box box_;
};

}  // namespace impinge
