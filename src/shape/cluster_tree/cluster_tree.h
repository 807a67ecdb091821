// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/box.h"
#include "shape/cluster_tree/cluster_tree_array.h"

namespace impinge {

/// Sixteen faces that lie together, in a few cache lines. Corner k of face i has on axis x the tree coordinate
/// centre[x] + scale * corners[3 * k + x][i], off by at most kOff * scale + ClusterTree::kRounding.
struct alignas(64) FaceCluster {
  static constexpr std::uint32_t kFaces = 16;
  static constexpr double kOff = 0.52;  ///< half a step, and what floats lost on the way to it

  std::int16_t corners[9][kFaces];
  std::uint32_t faces[kFaces];  ///< numbers in the mesh; where fewer are there, the last face repeats
  double centre[3];
  float scale;
  std::uint32_t count;  ///< 1 to kFaces
};

/// Up to eight children, an AABB and a slab (one k-DOP direction) each, in tree coordinates and rounded outwards. A patch of
/// a surface is flat, so that slab and box together stay tight in frames that are turned against this one. Where fewer
/// children are there, the last one repeats.
struct ClusterNode {
  static constexpr std::uint32_t kWidth = 8;

  float centre[3][kWidth], half[3][kWidth];  ///< |x - centre| <= half
  float normal[3][kWidth];                   ///< about 1 long, or 0 where a patch has no side
  float mid[kWidth], thick[kWidth];          ///< |normal . (x - centre) - mid| <= thick
  std::uint32_t first;                       ///< the first child; the others follow it
  std::uint16_t count;                       ///< 1 to kWidth
  bool leaf;                                 ///< the children are clusters
};

struct ClusterOrder;
struct CornerList;

/// A prepared shape. A BVH: eight children a node, leaves of sixteen quantised faces, in the frame of the shape. Built once,
/// asked under any pose; the same for any number of threads and any instruction set. About 28 bytes a face.
class ClusterTree {
 public:
  /// Tree coordinates are less than 2^21 in size; this bounds what doubles lose on them.
  static constexpr double kRounding = 0x1p-29;

  /// The arrays are read here and not kept. At least one face; all coordinates finite.
  ClusterTree(std::span<const Vec3> vertices, std::span<const Face> faces);

  /// New vertices for the same faces: new corners and boxes, the faces in their old order. Right for any vertices; where
  /// the shape has changed much a fresh build is searched faster, and spread() tells. The first one notes which vertices the
  /// clusters have, 8 bytes a face, for all later ones and for copies of the tree.
  void refit(std::span<const Vec3> vertices, std::span<const Face> faces);

  /// No other tree has the same, unless it is a copy; a refit gives a new one.
  std::uint64_t number() const { return number_; }

  /// Mean half extent of the clusters relative to that of the body.
  double spread() const { return spread_; }

  /// local coordinates = origin + unit * tree coordinates; the unit is a power of two.
  const Vec3& origin() const { return origin_; }
  double unit() const { return unit_; }
  /// The box of all faces, in local coordinates.
  const Box& box() const { return box_; }
  /// All faces are within this distance of the origin; infinite once the tree was fitted to other vertices.
  double radius() const { return radius_; }
  /// All points within this distance of the origin are inside the body; 0 unless somebody found out.
  double inner_radius() const { return inner_radius_; }
  void set_inner_radius(double radius) { inner_radius_ = radius; }

  /// The root is the first.
  std::span<const ClusterNode> nodes() const { return nodes_; }
  std::span<const FaceCluster> clusters() const { return clusters_; }
  std::size_t bytes() const;

 private:
  ClusterTree() = default;
  static std::uint64_t next_number();

  /// Clusters that were ordered together, and where their nodes stand.
  struct Part {
    std::uint32_t first_cluster, clusters;
    std::uint32_t root, first_node;
  };

  void lay_out(std::span<const Vec3> vertices, std::span<const Face> faces);
  void lay_out_nodes(const ClusterOrder& order);
  void fit(std::span<const Vec3> vertices, std::span<const Face> faces);
  void list_corners(std::span<const Face> faces);
  void set_frame(const Box& box);
  bool fills_frame() const;

  ClusterArray<FaceCluster> clusters_;
  ClusterArray<ClusterNode> nodes_;
  std::shared_ptr<const ClusterArray<CornerList>> lists_;  // of the clusters; none before a refit
  std::vector<Part> parts_;
  std::uint64_t number_ = next_number();
  std::uint32_t top_nodes_ = 0;  // nodes above the parts, and the roots of the parts
  Vec3 origin_ = Vec3::Zero();
  double unit_ = 1, spread_ = 0, radius_ = std::numeric_limits<double>::infinity(), inner_radius_ = 0;
  Box box_;
};

}  // namespace impinge
