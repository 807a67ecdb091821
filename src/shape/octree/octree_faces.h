// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/box.h"
#include "shape/octree/octree_key.h"

namespace impinge {

/// The voxels that faces touch, each linked to those faces: a face octree before it is condensed.
struct FaceVoxels {
  OctreeFrame frame;
  std::vector<std::uint32_t> codes;  ///< Morton codes, ascending, each once
  std::vector<std::uint32_t> begin;  ///< one more than codes: where a voxel's faces begin
  std::vector<std::uint32_t> faces;  ///< ascending within a voxel

  std::span<const std::uint32_t> faces_of(std::size_t voxel) const {
    return std::span(faces).subspan(begin[voxel], begin[voxel + 1] - begin[voxel]);
  }
};

/// The tightest frame of a level around a box, its voxel a short number and its origin a multiple of it, so that moving by
/// whole voxels is exact. Nothing where the box is too large, or too small for its distance from the origin.
std::optional<OctreeFrame> frame_around(const Box& box, int level);

/// True if the root holds the box.
bool frame_holds(const OctreeFrame& frame, const Box& box);

/// Every voxel that a face touches (superset: also gaps of 1e-6 voxels). The frame must hold the vertices; level 10 at most.
FaceVoxels face_voxels(std::span<const Vec3> vertices, std::span<const Face> faces, const OctreeFrame& frame);

/// Rows of voxels along x whose middles lie inside (winding number not 0), as boxes. The faces must be closed.
std::vector<struct VoxelBox> inside_rows(std::span<const Vec3> vertices, std::span<const Face> faces,
                                         const OctreeFrame& frame);

}  // namespace impinge
