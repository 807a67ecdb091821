// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/experiments.h>

#include "shape/octree/octree_brick.h"

namespace impinge {

/// A source cube where the motion puts it, in voxels of the target.
struct MovedCube {
  double x, y, z;  ///< middle
  double half;     ///< of its edge
  Vec3 middle() const { return {x, y, z}; }
};

/// The way from source voxels to target voxels, p = turn * q * ratio + shift, with what may be lost by rounding.
struct VoxelMotion {
  VoxelMotion(const OctreeFrame& source, const Pose& pose, const OctreeFrame& target);

  /// Rigid, and rounding takes a small part of a voxel at most.
  bool usable() const;
  /// Throws Error (bad_argument) unless usable.
  void require_usable() const;

  MovedCube moved(const OctreeCube& cube) const;
  /// The voxels that an upright cube touches (contact) or whose middles it holds (centre). Only where the pose is upright.
  VoxelBox upright_range(const OctreeCube& cube, VoxelRule rule, double grow) const;

  Eigen::Matrix3d turn;  ///< of length 1
  Vec3 shift;
  double ratio;     ///< source voxels in target voxels
  double rounding;  ///< every coordinate that world_point gives is off by less, in target voxels
  double margin;    ///< the same, 0 where the motion is exact
  bool upright;     ///< the turn takes axes to axes
  bool exact;       ///< upright, and whole voxels stay whole
  int level;        ///< of the target
};

/// Half of a target voxel as the contact rule sees it.
inline double contact_half(const VoxelMotion& motion, double grow) { return 0.5 + motion.margin + grow; }

/// One way to move; nodes of the target, in order and condensed.
struct MotionTask {
  const VoxelMotion& motion;
  std::span<const OctreeCube> cubes;
  VoxelRule rule;
  double grow;
};
using MovedNodes = std::vector<std::uint64_t>;
MovedNodes move_cube_by_cube(const MotionTask& task, OctreeMotion motion, std::uint64_t& tests);
MovedNodes move_by_descent(const MotionTask& task, std::uint64_t& tests);
MovedNodes move_by_bricks(const MotionTask& task, std::uint64_t& tests);
MovedNodes move_by_tables(const MotionTask& task, std::uint64_t& tests);

}  // namespace impinge
