// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Random pairs of triangles in which every degeneracy occurs, or nearly occurs.

#include <cmath>
#include <limits>
#include <utility>

#include <support/dice.h>
#include <support/judge.h>

namespace impinge::test {

using TrianglePair = std::pair<Corners, Corners>;

/// Six points of the 4 x 4 x 4 integer grid: every kind of degeneracy is frequent.
inline TrianglePair grid_pair(Dice& dice) {
  TrianglePair pair;
  for (Vec3& p : pair.first) p = dice.grid_point(0, 3);
  for (Vec3& p : pair.second) p = dice.grid_point(0, 3);
  return pair;
}

/// A point of the triangle's plane, rounded: in it, on its edge or at its corner, or outside.
inline Vec3 point_near_triangle(const Corners& t, Dice& dice) {
  double u = dice.real(-0.5, 1.5), v = dice.real(-0.5, 1.5);
  if (dice.chance(0.3)) u = 0;
  if (dice.chance(0.3)) v = 1 - u;
  if (dice.chance(0.1)) {
    u = dice.integer(0, 1);
    v = u > 0 ? 0 : dice.integer(0, 1);
  }
  return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

/// Moves each coordinate by up to two units in the last place, most of them not at all.
inline void nudge(Vec3& p, Dice& dice) {
  for (int axis = 0; axis < 3; ++axis) {
    const int steps = dice.integer(-4, 4);
    for (int i = 0; i < std::abs(steps) - 2; ++i) {
      p[axis] = std::nextafter(p[axis], (steps > 0 ? 1 : -1) * std::numeric_limits<double>::infinity());
    }
  }
}

/// Two triangles that share a plane, an edge or a corner but for the last bits.
inline TrianglePair nearly_degenerate_pair(Dice& dice) {
  TrianglePair pair;
  const double size = std::ldexp(1.0, dice.integer(-20, 20));
  const Vec3 centre = dice.chance(0.5) ? Vec3::Zero().eval() : (dice.point(-1, 1) * size * 1000).eval();
  for (Vec3& p : pair.first) p = centre + dice.point(-size, size);
  const int off_plane = dice.integer(0, 3);
  for (int i = 0; i < 3; ++i) {
    Vec3& p = pair.second[static_cast<std::size_t>(i)];
    p = i < off_plane - 1 ? (centre + dice.point(-size, size)).eval() : point_near_triangle(pair.first, dice);
    nudge(p, dice);
  }
  if (dice.chance(0.1)) pair.first[2] = pair.first[0] + dice.real(0, 1) * (pair.first[1] - pair.first[0]);
  return pair;
}

/// Six points whose coordinates differ widely in magnitude.
inline TrianglePair wide_range_pair(Dice& dice) {
  TrianglePair pair;
  const auto number = [&] {
    if (dice.chance(0.2)) return 0.0;
    return std::ldexp(dice.real(-1, 1), dice.integer(-60, 60));
  };
  for (Corners* corners : {&pair.first, &pair.second}) {
    for (Vec3& p : *corners) p = Vec3(number(), number(), number());
  }
  return pair;
}

}  // namespace impinge::test
