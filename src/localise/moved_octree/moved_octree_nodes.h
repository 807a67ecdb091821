// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <functional>

#include "base/cube_cube.h"
#include "scene/octree/octree_motion.h"
#include "scene/world.h"
#include "shape/octree/shape_octree.h"

namespace impinge {

/// The nodes of one object's octree where the object stands, in voxels of the target.
class MovedNodeSet {
 public:
  /// Nodes whose boxes meet the region (in world coordinates); with the nodes inside if there are some and they are wanted.
  MovedNodeSet(const WorldObject& object, const ShapeOctree& octree, const OctreeFrame& target, const Box& region,
               bool with_inside);

  std::size_t size() const { return cubes_.size(); }
  const VoxelBox& range(std::uint32_t i) const { return ranges_[i]; }
  /// The faces in a node; none in one that lies inside.
  std::span<const std::uint32_t> faces(std::uint32_t i) const;
  /// True if the node and the target's node (lowest voxel and edge) have a point in common, or nearly.
  bool meets(std::uint32_t i, const std::array<std::int32_t, 3>& corner, std::int32_t edge) const;

  const WorldObject& object() const { return object_; }

 private:
  static constexpr std::uint32_t kInside = UINT32_MAX;
  void add(const OctreeCube& cube, std::uint32_t voxel, const Box& region);

  const WorldObject& object_;
  const ShapeOctree& octree_;
  VoxelMotion motion_;
  CubeCube test_;
  double room_;  // in voxels
  Vec3 reach_;   // of a cube with half edge 1
  std::vector<MovedCube> cubes_;
  std::vector<VoxelBox> ranges_;
  std::vector<std::uint32_t> voxels_;  // of the source, or kInside
};

/// A target voxel, or a larger node, with the source nodes of both objects that meet it.
struct SharedNode {
  std::array<std::int32_t, 3> corner;
  std::int32_t edge;
  std::span<const std::uint32_t> a, b;
};

/// Calls visit for every node of the target, down to voxels, that both objects have nodes in: node by node where both have
/// some, or after moving each of them in full. `level` is the target's.
void shared_nodes(const MovedNodeSet& a, const MovedNodeSet& b, int level, bool progressive,
                  const std::function<void(const SharedNode&)>& visit);

}  // namespace impinge
