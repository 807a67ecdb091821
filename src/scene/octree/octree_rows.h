// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include "scene/octree/octree_motion.h"

namespace impinge {

/// A row of voxels along x meets a turned cube in one stretch: between the nearest of up to nine pairs of planes, where the
/// row is not off the cube by one of up to six others. What is the same for all cubes of a motion, and for all of one size.
struct RowPlanes {
  static constexpr int kPatch = 8;                      ///< rows are looked at in patches of at most 8 by 8
  static constexpr int kRows = kPatch * kPatch;         ///< of a patch
  static constexpr int kMostAxes = 9, kMostChecks = 6;  ///< with and without a part along x

  RowPlanes(const VoxelMotion& motion, VoxelRule rule, double grow);

  /// Stretches of all axes for cubes with that half edge.
  void set_half(double half);

  int axes = 0, checks = 0;
  double along_y[kMostAxes], along_z[kMostAxes];  ///< how the middle of a stretch goes with the row
  double check_y[kMostChecks], check_z[kMostChecks];
  double width[kMostAxes], reach[kMostChecks];  ///< of the size at hand
  double box_reach[3];                          ///< of the size at hand: middles of voxels beyond are off the cube

  /// Of the rows in a patch, by its rows along y.
  struct Offsets {
    Offsets();
    double y[kPatch + 1][kRows], z[kPatch + 1][kRows];
  };
  static const Offsets& offsets();

 private:
  struct Part {
    double own, per_half;  ///< of the voxel, of the source
  };
  void add_axis(const Vec3& n, const Part& part);

  Part width_[kMostAxes], reach_[kMostChecks], box_[3];
};

/// A patch of rows: voxels from (y, z), ny by nz of them, in a brick whose x begins at x0.
struct RowPatch {
  double y, z;  ///< middle of the first voxel less that of the cube
  double x;     ///< middle of the cube less the middle of voxel 0 of the brick
  double edge;  ///< voxels of the brick along x
  int ny, rows;
};

/// The bits of each row of the patch, kRows words; those behind the last row are unset.
void row_bits(const RowPlanes& planes, const RowPatch& patch, std::uint64_t* bits);

}  // namespace impinge
