// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/make/make_angle.h"

#include <cmath>
#include <utility>

namespace impinge {
namespace {

constexpr double kEighthOfTurn = 0.78539816339744830962;  // radians

// Taylor series on [0, pi/4]: the first term left out is below 2^-58.
Angle first_octant(double eighths) {
  if (eighths == 1) return {std::sqrt(0.5), std::sqrt(0.5)};
  const double x = eighths * kEighthOfTurn;
  const double square = x * x;
  double cos = 1, sin = x, cos_term = 1, sin_term = x;
  for (int i = 1; i <= 8; ++i) {
    cos_term = -cos_term * square / ((2 * i - 1) * (2 * i));
    sin_term = -sin_term * square / ((2 * i) * (2 * i + 1));
    cos += cos_term;
    sin += sin_term;
  }
  return {cos, sin};
}

// `eighths` is measured from the even multiple of an eighth of a turn next to the angle.
Angle place(int octant, double eighths) {
  Angle t = first_octant(eighths);
  const int quarter = ((octant + 1) / 2) % 4;
  if (octant % 2 == 1) t.sin = -t.sin;
  for (int i = 0; i < quarter; ++i) t = {-t.sin, t.cos};
  return {t.cos + 0.0, t.sin + 0.0};  // no negative zeros
}

}  // namespace

Angle turn(std::int64_t numerator, std::int64_t denominator) noexcept {
  const std::int64_t rest = ((numerator % denominator) + denominator) % denominator;
  const auto octant = static_cast<int>(8 * rest / denominator);
  const std::int64_t beyond = 8 * rest - octant * denominator;
  const std::int64_t part = octant % 2 == 1 ? denominator - beyond : beyond;
  return place(octant, static_cast<double>(part) / static_cast<double>(denominator));
}

Angle turn_at(double turns) noexcept {
  const double eighths = 8 * (turns - std::floor(turns));
  const int octant = eighths >= 8 ? 0 : static_cast<int>(eighths);
  const double beyond = eighths >= 8 ? 0 : eighths - octant;
  return place(octant, octant % 2 == 1 ? 1 - beyond : beyond);
}

}  // namespace impinge
