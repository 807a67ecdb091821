// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include <impinge/mesh.h>

namespace impinge {

/// How an upright target cube lies to a turned source cube.
enum class CubeMeeting : std::uint8_t {
  none,      ///< no common point
  partial,   ///< they meet
  complete,  ///< the target lies in the source
};

/// Cubes turned by one rotation against upright ones, from coarse to fine: spheres around and in the smaller cube, its
/// corners, the larger one's corners, the smaller one's edges. That the larger one's edges need no test holds for cubes
/// alone.
class CubeCube {
 public:
  /// Columns: the source's axes in the target's frame, of length 1.
  explicit CubeCube(const Eigen::Matrix3d& rotation);

  /// `apart`: the target's middle less the source's, in the target's frame. Halves of the edges.
  CubeMeeting meeting(const Vec3& apart, double target_half, double source_half) const;

 private:
  CubeMeeting source_smaller(const Vec3& apart, double target_half, double source_half) const;
  CubeMeeting target_smaller(const Vec3& apart, double target_half, double source_half) const;

  // Corner 1, 1, 1 and its three flips, and an edge along each axis, of a turned cube from -1 to 1; both ways.
  struct Turned {
    Vec3 corner[8];
    Vec3 axis[3];
    Vec3 reach;  // of the whole cube along each axis
  };
  static Turned turned(const Eigen::Matrix3d& rotation);
  static bool corner_inside(const Turned& cube, const Vec3& middle, double cube_half, double box_half);
  static bool edge_crosses(const Turned& cube, const Vec3& middle, double cube_half, double box_half);

  Eigen::Matrix3d back_;
  Turned source_, target_;
};

}  // namespace impinge
