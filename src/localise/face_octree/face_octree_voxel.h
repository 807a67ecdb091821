// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "localise/face_octree/face_octree_cells.h"
#include "localise/face_octree/face_octree_found.h"

namespace impinge {

/// The faces of one voxel, side by side for the lanes. Kept from voxel to voxel, so that nothing is allocated.
struct VoxelFaces {
  std::vector<std::int32_t> low[3], high[3];
  std::vector<std::int32_t> marks;    ///< bit k: begins in the voxel on axis k; all three for long faces
  std::vector<std::uint32_t> faces;   ///< their numbers in the lattice
  std::vector<std::uint32_t> others;  ///< where the faces begin that each is compared with
  std::vector<double> corners[12];    ///< of an object with itself: x, y, z and number of each corner
  std::size_t size = 0;
  bool self = false;  ///< all faces are of one object, which is asked about itself

  void assign(const FaceLattice& lattice, const OctreeNode& voxel, std::span<const std::uint32_t> chosen, double long_extent,
              bool with_itself);

  /// Appends pairs of faces [begin, end) with later ones, of different objects or all, whose boxes meet. Two faces that are
  /// not long are found in the voxel with the lowest corner of what their boxes have in common, and nowhere else. Faces of
  /// an object with itself are left out where they surely meet in nothing but corners they share.
  void find_pairs(std::size_t begin, std::size_t end, std::vector<PairKey>& found) const;

 private:
  void make_room();
  void assign_corners(const FaceLattice& lattice);
};

}  // namespace impinge
