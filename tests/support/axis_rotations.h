// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace impinge::test {

/// The 24 rotations that map the axes to axes, as quaternions (x, y, z, w) rounded to doubles.
inline std::vector<std::array<double, 4>> axis_rotations() {
  std::vector<std::array<double, 4>> rotations;
  for (int code = 0; code < 81; ++code) {
    const std::array<double, 4> q = {code / 27 - 1.0, code / 9 % 3 - 1.0, code / 3 % 3 - 1.0, code % 3 - 1.0};
    const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (length2 != 1 && length2 != 2 && length2 != 4) continue;
    // q and -q are one rotation: keep the one whose first number other than zero is positive.
    double lead = 0;
    for (const double x : q) lead = lead != 0 ? lead : x;
    if (lead < 0) continue;
    const double length = std::sqrt(length2);
    rotations.push_back({q[0] / length, q[1] / length, q[2] / length, q[3] / length});
  }
  return rotations;
}

}  // namespace impinge::test
