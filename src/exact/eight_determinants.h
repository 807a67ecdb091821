// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/triangle.h"

namespace impinge {

/// Eight times signs as those of orient3d(o, u, v, p) for up to three p, where doubles can tell them.
struct EightDeterminants {
  static constexpr std::size_t kCount = 8;

  alignas(64) double span[9][kCount] = {};       ///< o, u, v, coordinate by coordinate
  alignas(64) double points[3][3][kCount] = {};  ///< p, likewise
  std::uint8_t positive[3] = {}, sure[3] = {};   ///< by point: a bit for each of the eight

  void set_span(std::size_t i, const Vec3& o, const Vec3& u, const Vec3& v) {
    for (int k = 0; k < 3; ++k) {
      span[k][i] = o[k];
      span[3 + k][i] = u[k];
      span[6 + k][i] = v[k];
    }
  }
  void set_point(std::size_t i, std::size_t n, const Vec3& p) {
    for (int k = 0; k < 3; ++k) points[n][k][i] = p[k];
  }
  /// For the first `count` points of each.
  void run(std::size_t count);

  /// 1, -1, or 0 where it is not sure.
  int sign(std::size_t i, std::size_t n) const {
    if ((sure[n] >> i & 1) == 0) return 0;
    return (positive[n] >> i & 1) != 0 ? 1 : -1;
  }
};

}  // namespace impinge
