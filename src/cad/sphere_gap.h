// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/cad/cad_data.h"

namespace impinge::cad {

/// A lower bound on the distance of a point from a triangle, less rounding: from its plane if that is nearest inside, else
/// from its sides; 0 where it has no plane.
inline double sphere_gap(const io::Point3& centre, const std::array<io::Point3, 3>& t) {
  using Vector = std::array<double, 3>;
  const auto minus = [](const Vector& p, const Vector& q) { return Vector{p[0] - q[0], p[1] - q[1], p[2] - q[2]}; };
  const auto dot = [](const Vector& p, const Vector& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; };
  const auto cross = [](const Vector& p, const Vector& q) {
    return Vector{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  };
  const Vector n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  const double length = std::sqrt(dot(n, n));
  if (!(length > 0)) return 0;
  bool inside = true;
  double beside = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Vector side = minus(t[(k + 1) % 3], t[k]), to = minus(centre, t[k]);
    const double square = dot(side, side), along = dot(to, side);
    inside = inside && dot(n, cross(side, to)) > -1e-9 * length * std::sqrt(square * dot(to, to));
    const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0;
    const Vector foot = {to[0] - share * side[0], to[1] - share * side[1], to[2] - share * side[2]};
    beside = std::min(beside, std::sqrt(dot(foot, foot)));
  }
  const double gap = inside ? std::abs(dot(n, minus(centre, t[0]))) / length : beside;
  return std::max(0.0, gap * (1 - 1e-9));
}

}  // namespace impinge::cad
