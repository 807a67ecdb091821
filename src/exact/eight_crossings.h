// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/triangle.h"

namespace impinge {

/// Eight pairs of faces a, b that may cross in general position: the signs that tell how, where doubles can tell them.
struct EightCrossings {
  static constexpr std::size_t kCount = 8;
  static constexpr std::uint64_t kSigns = 1 << 10;

  alignas(64) double a[9][kCount] = {}, b[9][kCount] = {};  ///< corners, coordinate by coordinate
  /// By pair, a bit for each sign, set where it is positive:
  ///   0 to 2  the corners of a against the plane of b, as orient3d(b0, b1, b2, corner)
  ///   3 to 5  the corners of b against the plane of a
  ///   6 to 9  orient3d(l, l1 or l2, m, m1 or m2) for the corners l of a and m of b that are alone on their side, and those
  ///           after them; the ends with b change first
  /// kSigns where a sign is not sure; the last four mean nothing where a face lies on one side of the other.
  alignas(64) std::uint64_t signs[kCount] = {};

  void set_a(std::size_t i, const Triangle& t) { set(a, i, t); }
  void set_b(std::size_t i, const Triangle& t) { set(b, i, t); }
  void run();

 private:
  static void set(double (&rows)[9][kCount], std::size_t i, const Triangle& t) {
    for (int k = 0; k < 3; ++k)
      for (int x = 0; x < 3; ++x) rows[3 * k + x][i] = t.p[k][x];
  }
};

}  // namespace impinge
