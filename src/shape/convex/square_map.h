// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>

namespace impinge {

/// A place on the square [-1, 1]^2, run through counter-clockwise from its lower right corner.
struct SquarePoint {
  int side;     ///< 0 right, 1 top, 2 left, 3 bottom
  double u;     ///< along the side in that sense, -1 to 1
  double size;  ///< the direction is this times the point on the square
};

/// `x` and `y` are not both zero.
inline SquarePoint square_point(double x, double y) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  const bool across = ax >= ay;
  const double size = across ? ax : ay, u = (across ? y : -x) / size;
  const bool back = across ? x < 0 : y < 0;
  return {(across ? 0 : 1) + (back ? 2 : 0), back ? -u : u, size};
}

}  // namespace impinge
