// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>

#include "io/cad/cad_data.h"

namespace impinge::cad {

/// A lower bound on the distance of a point from a triangle: from its plane, less rounding; 0 where the triangle has none.
inline double sphere_gap(const io::Point3& centre, const std::array<io::Point3, 3>& t) {
  std::array<double, 3> a, b, c;
  for (int i = 0; i < 3; ++i) {
    a[i] = t[1][i] - t[0][i];
    b[i] = t[2][i] - t[0][i];
    c[i] = centre[i] - t[0][i];
  }
  const std::array<double, 3> n = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0)) return 0;
  return std::max(0.0, std::abs(n[0] * c[0] + n[1] * c[1] + n[2] * c[2]) / length * (1 - 1e-9));
}

}  // namespace impinge::cad
