// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.4.2 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994. Its steps 5 and
// 6, edges against faces, are one clipping of each edge to the larger cube.
#include "base/cube_cube.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

// Square of the distance of a point from the cube around 0.
double distance2(const Vec3& p, double half) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double beyond = std::max(std::fabs(p[k]) - half, 0.0);
    sum += beyond * beyond;
  }
  return sum;
}

}  // namespace

CubeCube::CubeCube(const Eigen::Matrix3d& rotation)
    : back_(rotation.transpose()), source_(turned(rotation)), target_(turned(rotation.transpose())) {}

CubeCube::Turned CubeCube::turned(const Eigen::Matrix3d& rotation) {
  Turned t;
  for (int c = 0; c < 8; ++c) t.corner[c] = rotation * Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
  for (int k = 0; k < 3; ++k) t.axis[k] = rotation.col(k);
  t.reach = rotation.cwiseAbs().rowwise().sum();
  return t;
}

CubeMeeting CubeCube::meeting(const Vec3& apart, double target_half, double source_half) const {
  return source_half <= target_half ? source_smaller(apart, target_half, source_half)
                                    : target_smaller(apart, target_half, source_half);
}

CubeMeeting CubeCube::source_smaller(const Vec3& apart, double target_half, double source_half) const {
  const double d2 = distance2(apart, target_half), r2 = source_half * source_half;
  if (d2 > 3 * r2) return CubeMeeting::none;
  const Vec3 middle = -apart;
  const bool meets = d2 <= r2 || corner_inside(source_, middle, source_half, target_half) ||
                     corner_inside(target_, back_ * apart, target_half, source_half) ||
                     edge_crosses(source_, middle, source_half, target_half);
  return meets ? CubeMeeting::partial : CubeMeeting::none;
}

CubeMeeting CubeCube::target_smaller(const Vec3& apart, double target_half, double source_half) const {
  const Vec3 middle = back_ * apart;
  const double d2 = distance2(middle, source_half), r2 = target_half * target_half;
  if (d2 > 3 * r2) return CubeMeeting::none;
  const double room = source_half - middle.cwiseAbs().maxCoeff();
  if (room >= target_half && ((middle.cwiseAbs() + target_half * target_.reach).array() <= source_half).all())
    return CubeMeeting::complete;  // all eight corners
  const bool meets = d2 <= r2 || corner_inside(target_, middle, target_half, source_half) ||
                     corner_inside(source_, -apart, source_half, target_half) ||
                     edge_crosses(target_, middle, target_half, source_half);
  return meets ? CubeMeeting::partial : CubeMeeting::none;
}

bool CubeCube::corner_inside(const Turned& cube, const Vec3& middle, double cube_half, double box_half) {
  for (const Vec3& corner : cube.corner)
    if ((middle + cube_half * corner).cwiseAbs().maxCoeff() <= box_half) return true;
  return false;
}

bool CubeCube::edge_crosses(const Turned& cube, const Vec3& middle, double cube_half, double box_half) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 along = cube.axis[k] * (2 * cube_half);
    for (int e = 0; e < 4; ++e) {
      const int u = 1 << (k + 1) % 3, v = 1 << (k + 2) % 3;
      const Vec3 from = middle + cube_half * cube.corner[(e & 1 ? u : 0) | (e & 2 ? v : 0)];
      double enter = 0, leave = 1;
      for (int a = 0; a < 3 && enter <= leave; ++a) {
        if (along[a] == 0) {
          if (std::fabs(from[a]) > box_half) enter = 2;
          continue;
        }
        const double t0 = (-box_half - from[a]) / along[a], t1 = (box_half - from[a]) / along[a];
        enter = std::max(enter, std::min(t0, t1));
        leave = std::min(leave, std::max(t0, t1));
      }
      if (enter <= leave) return true;
    }
  }
  return false;
}

}  // namespace impinge
