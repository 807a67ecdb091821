// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>

#include "base/triangle.h"

namespace impinge {

/// Eight edges, each with a plane that parts its ends, and where they pass: coordinates as sums of two doubles, with a bound
/// on their error that is infinite where double-doubles cannot tell. The same bits with every instruction set, and as
/// WidePlace has them.
struct EdgePassages {
  static constexpr std::size_t kCount = 8;

  alignas(64) double p[3][kCount], q[3][kCount];  ///< ends of the edges
  alignas(64) double t[9][kCount];                ///< corners that span the planes, one after the other
  alignas(64) double high[3][kCount], low[3][kCount], error[kCount];

  void set(std::size_t i, const Vec3& from, const Vec3& to, const Triangle& plane) {
    for (int k = 0; k < 3; ++k) {
      p[k][i] = from[k];
      q[k][i] = to[k];
      for (int c = 0; c < 3; ++c) t[3 * c + k][i] = plane.p[c][k];
    }
  }
  void copy(std::size_t to, std::size_t from) {
    for (std::size_t k = 0; k < 3; ++k) {
      p[k][to] = p[k][from];
      q[k][to] = q[k][from];
    }
    for (auto& row : t) row[to] = row[from];
  }
  /// All eight of them.
  void place();
};

}  // namespace impinge
