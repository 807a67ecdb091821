// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>

#include <impinge/mesh.h>

namespace impinge {

/// Where a direction pierces the cube [-1, 1]^3: straight edges of a body stay straight there, unlike in angles.
struct CubePoint {
  int axis;     ///< of the side
  bool back;    ///< the side at -1
  double u, v;  ///< on the side, along the next two axes in cyclic order
  double size;  ///< the direction is this times the point on the cube

  int side() const { return 2 * axis + (back ? 1 : 0); }
};

/// `direction` is not zero.
inline CubePoint cube_point(const Vec3& direction) {
  const double x = std::fabs(direction.x()), y = std::fabs(direction.y()), z = std::fabs(direction.z());
  const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  constexpr int next[] = {1, 2, 0, 1};
  const double size = std::fabs(direction[axis]), scale = 1 / size;
  return {axis, direction[axis] < 0, direction[next[axis]] * scale, direction[next[axis + 1]] * scale, size};
}

inline Vec3 cube_direction(int side, double u, double v) {
  const int axis = side / 2;
  Vec3 d;
  d[axis] = side % 2 != 0 ? -1 : 1;
  d[(axis + 1) % 3] = u;
  d[(axis + 2) % 3] = v;
  return d;
}

/// The cell of a coordinate in [-1, 1] among `cells`.
inline int cube_cell(double u, int cells) {
  const double place = (u + 1) * 0.5 * cells;
  return place > 0 ? (place < cells ? static_cast<int>(place) : cells - 1) : 0;  // NaN is in the first
}

/// The middle of a cell.
inline double cube_middle(int cell, int cells) { return (2 * cell + 1.0) / cells - 1; }

}  // namespace impinge
