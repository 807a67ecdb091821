// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.4.2 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994. Its steps 5 and
// 6, edges against faces, are one clipping of each edge to the larger cube.
#include "base/cube_cube.h"

#include <algorithm>
#include <cmath>

namespace impinge {

CubeCube::CubeCube(const Eigen::Matrix3d& rotation)
    : back_(rotation.transpose()), source_(turned(rotation)), target_(turned(rotation.transpose())) {}

CubeCube::Turned CubeCube::turned(const Eigen::Matrix3d& rotation) {
  Turned t;
  for (int c = 0; c < 8; ++c) t.corner[c] = rotation * Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
  for (int k = 0; k < 3; ++k) {
    t.axis[k] = rotation.col(k);
    t.per_axis[k] = t.axis[k].cwiseInverse();
  }
  t.reach = rotation.cwiseAbs().rowwise().sum();
  return t;
}

bool CubeCube::source_meets(const Vec3& apart, double target_half, double source_half) const {
  return meets(source_, -apart, source_half, target_, back_ * apart, target_half);
}

CubeMeeting CubeCube::target_smaller(const Vec3& apart, double target_half, double source_half) const {
  const Vec3 middle = back_ * apart;
  const double d2 = distance2(middle, source_half), r2 = 4 * target_half * target_half;
  if (d2 > 3 * r2) return CubeMeeting::none;
  if (d2 == 0 && ((middle.cwiseAbs() + target_half * target_.reach).array() <= source_half).all())
    return CubeMeeting::complete;  // all eight corners
  const bool meeting = d2 <= r2 || meets(target_, middle, target_half, source_, -apart, source_half);
  return meeting ? CubeMeeting::partial : CubeMeeting::none;
}

// Each middle is given in the frame of the other cube, where that one is upright.
bool CubeCube::meets(const Turned& small, const Vec3& small_middle, double small_half, const Turned& large,
                     const Vec3& large_middle, double large_half) {
  if (beyond_a_face(small_middle, small.reach, small_half, large_half)) return false;
  if (beyond_a_face(large_middle, large.reach, large_half, small_half)) return false;
  return corner_inside(small, small_middle, small_half, large_half) ||
         corner_inside(large, large_middle, large_half, small_half) ||
         edge_crosses(small, small_middle, small_half, large_half);
}

bool CubeCube::corner_inside(const Turned& cube, const Vec3& middle, double cube_half, double box_half) {
  for (const Vec3& corner : cube.corner) {
    const double x = std::fabs(middle.x() + cube_half * corner.x()), y = std::fabs(middle.y() + cube_half * corner.y());
    const double z = std::fabs(middle.z() + cube_half * corner.z());
    if (std::max(std::max(x, y), z) <= box_half) return true;
  }
  return false;
}

// Each edge is clipped to the box; an edge along a wall of it has an infinite inverse, and bounds that are infinite or, on
// the wall itself, no numbers, which std::max and std::min pass over.
bool CubeCube::edge_crosses(const Turned& cube, const Vec3& middle, double cube_half, double box_half) {
  for (int k = 0; k < 3; ++k) {
    for (int e = 0; e < 4; ++e) {
      const int u = 1 << (k + 1) % 3, v = 1 << (k + 2) % 3;
      const Vec3 from = middle + cube_half * cube.corner[(e & 1 ? u : 0) | (e & 2 ? v : 0)];
      double enter = 0, leave = 2 * cube_half;
      for (int a = 0; a < 3; ++a) {
        const double t0 = (-box_half - from[a]) * cube.per_axis[k][a], t1 = (box_half - from[a]) * cube.per_axis[k][a];
        enter = std::max(enter, std::min(t0, t1));
        leave = std::min(leave, std::max(t0, t1));
      }
      if (enter <= leave) return true;
    }
  }
  return false;
}

}  // namespace impinge
