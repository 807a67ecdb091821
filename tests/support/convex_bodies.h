// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include <impinge/convex.h>
#include <support/dice.h>

namespace impinge::test {

inline Eigen::Matrix3d random_rotation(Dice& dice) {
  const std::array<double, 4> q = dice.quaternion();
  return Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix();
}

inline Vec3 point_in_ball(Dice& dice, double radius) {
  for (;;) {
    const Vec3 p = dice.point(-1, 1);
    if (p.squaredNorm() <= 1) return p * radius;
  }
}

/// Points on an ellipsoid by uniform angles, as the paper has them, or uniform on the sphere before stretching.
inline std::vector<Vec3> ellipsoid_points(Dice& dice, int n, const Vec3& radii, bool by_angles = false) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const double turn = dice.real(0, 2 * M_PI), z = by_angles ? std::cos(dice.real(0, M_PI)) : dice.real(-1, 1);
    const double r = std::sqrt(std::max(0.0, 1 - z * z));
    points.push_back(Vec3(r * std::cos(turn), r * std::sin(turn), z).cwiseProduct(radii));
  }
  return points;
}

/// The corners of a prism, or of the pyramid on its base.
inline std::vector<Vec3> prism_points(int n, double radius, double height, bool pyramid) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const double t = 2 * M_PI * i / n;
    points.emplace_back(radius * std::cos(t), radius * std::sin(t), -height);
    if (!pyramid) points.emplace_back(points.back().x(), points.back().y(), height);
  }
  if (pyramid) points.emplace_back(0, 0, height);
  return points;
}

/// Any kind of body that the proofs name: polytopes in ellipsoids, boxes, prisms and pyramids, needles and plates,
/// tetrahedra, bodies on a lattice.
inline std::vector<Vec3> random_body_points(Dice& dice, int most = 200) {
  const int kind = dice.integer(0, 6);
  std::vector<Vec3> points;
  if (kind == 0) return ellipsoid_points(dice, dice.integer(20, most), Vec3(1, 0.66, 0.33));
  if (kind == 1) {
    const Vec3 size = dice.point(0.2, 1);
    for (int i = 0; i < 8; ++i) points.push_back(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1).cwiseProduct(size));
  } else if (kind == 2) {
    return prism_points(dice.integer(3, most / 2), dice.real(0.1, 1), dice.real(0.1, 1), dice.chance(0.5));
  } else if (kind == 3) {
    const double thin = std::pow(10, dice.real(-6, -1));
    points = ellipsoid_points(dice, dice.integer(8, 60), Vec3(1, thin, thin));  // needle
  } else if (kind == 4) {
    points = ellipsoid_points(dice, dice.integer(8, 60), Vec3(1, 1, std::pow(10, dice.real(-6, -1))));  // plate
  } else if (kind == 5) {
    for (int i = 0; i < 4; ++i) points.push_back(dice.point(-1, 1));
  } else {
    for (int i = 0; i < 10; ++i) points.push_back(dice.grid_point(-2, 2) * 0.5);
  }
  return points;
}

}  // namespace impinge::test
