// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
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
  CubeMeeting meeting(const Vec3& apart, double target_half, double source_half) const {
    return source_half <= target_half ? source_smaller(apart, target_half, source_half)
                                      : target_smaller(apart, target_half, source_half);
  }

 private:
  // A turned cube from -1 to 1: corners, one edge along each axis and what to multiply by to divide by it, and its reach
  // along each axis.
  struct Turned {
    Vec3 corner[8];
    Vec3 axis[3], per_axis[3];
    Vec3 reach;
  };

  // Most pairs are decided by the spheres, so that part is here.
  CubeMeeting source_smaller(const Vec3& apart, double target_half, double source_half) const {
    const double d2 = distance2(apart, target_half), r2 = 4 * source_half * source_half;
    if (d2 > 3 * r2 || beyond_a_face(apart, source_.reach, source_half, target_half)) return CubeMeeting::none;
    if (d2 <= r2 || source_meets(apart, target_half, source_half)) return CubeMeeting::partial;
    return CubeMeeting::none;
  }
  CubeMeeting target_smaller(const Vec3& apart, double target_half, double source_half) const;
  bool source_meets(const Vec3& apart, double target_half, double source_half) const;

  // Square of the distance of a point from the cube around 0, times four.
  static double distance2(const Vec3& p, double half) {
    const double x = twice_beyond(p.x(), half), y = twice_beyond(p.y(), half), z = twice_beyond(p.z(), half);
    return x * x + y * y + z * z;
  }
  // Without a branch.
  static double twice_beyond(double x, double half) {
    const double d = std::fabs(x) - half;
    return d + std::fabs(d);
  }

  // All corners of the turned cube beyond one face of the box.
  static bool beyond_a_face(const Vec3& middle, const Vec3& reach, double cube_half, double box_half) {
    const double x = std::fabs(middle.x()) - cube_half * reach.x(), y = std::fabs(middle.y()) - cube_half * reach.y();
    const double z = std::fabs(middle.z()) - cube_half * reach.z();
    return std::max(std::max(x, y), z) > box_half;
  }

  static Turned turned(const Eigen::Matrix3d& rotation);
  static bool meets(const Turned& small, const Vec3& small_middle, double small_half, const Turned& large,
                    const Vec3& large_middle, double large_half);
  static bool corner_inside(const Turned& cube, const Vec3& middle, double cube_half, double box_half);
  static bool edge_crosses(const Turned& cube, const Vec3& middle, double cube_half, double box_half);

  Eigen::Matrix3d back_;
  Turned source_, target_;
};

}  // namespace impinge
