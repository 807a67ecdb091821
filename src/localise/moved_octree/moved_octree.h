// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>

#include "base/control.h"
#include "localise/localise_input.h"
#include "shape/octree/shape_octree.h"

namespace impinge {

/// The four optimizations of chapter 1 of the report, each of which can be left out. The candidates hold every face pair
/// that meets with any choice; the defaults are all of them. For the benchmark and the tests.
struct MovedOctreeOptions {
  bool face_octrees = true;     ///< 1.3.1: nodes inside are not moved; else the octrees must have been made volumetric
  bool overlap_regions = true;  ///< 1.3.2: only nodes in the region that the two boxes share are moved
  bool progressive =
      true;  ///< 1.3.3: nodes are refined only where both objects have some; else both are moved in full first
  bool associated_faces = true;  ///< 1.3.4: a voxel's faces are those of the source nodes in it; else all faces are tried
};

/// True if both objects stand in rigid poses, and neither too far from the origin nor too unlike in size for their octrees
/// to be moved into one. An octree may be null.
bool can_move(const WorldObject& a, const ShapeOctree* a_octree, const WorldObject& b, const ShapeOctree* b_octree);

/// Face pairs whose source voxels, moved to where the objects stand, share a voxel of the world. The octrees are those of
/// the objects at rest, one for each object of a pair; can_move() holds for all pairs. Asked::listed_pairs only. Throws
/// Error (too_large) where there are more candidates than the input allows.
std::vector<Candidate> moved_octree(const LocaliseInput& input, std::span<const std::shared_ptr<const ShapeOctree>> octrees,
                                    const MovedOctreeOptions& options, Control& control);

}  // namespace impinge
