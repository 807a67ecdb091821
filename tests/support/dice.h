// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <impinge/mesh.h>

namespace impinge::test {

/// Random numbers that are the same on every machine (splitmix64); the standard distributions are not. IMPINGE_SEED=n in the
/// environment gives other ones, for more cases than the tests have.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {
    if (const char* const other = std::getenv("IMPINGE_SEED"))
      state_ += 0xd1342543de82ef95u * std::strtoull(other, nullptr, 10);
  }

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// lo to hi, both included.
  int integer(int lo, int hi) { return lo + static_cast<int>(bits() % static_cast<std::uint64_t>(hi - lo + 1)); }
  bool chance(double share) { return real(0, 1) < share; }
  double real(double lo, double hi) { return lo + (hi - lo) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  Vec3 point(double lo, double hi) {
    const double x = real(lo, hi), y = real(lo, hi), z = real(lo, hi);
    return {x, y, z};
  }
  Vec3 grid_point(int lo, int hi) {
    const int x = integer(lo, hi), y = integer(lo, hi), z = integer(lo, hi);
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
  /// A rotation at random, uniform on the sphere of quaternions (x, y, z, w).
  std::array<double, 4> quaternion() {
    for (;;) {
      std::array<double, 4> q = {real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1)};
      const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      if (length2 > 0.01 && length2 < 1) return q;
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace impinge::test
