// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <optional>

#include <impinge/mesh.h>

#include "base/box.h"
#include "base/double_double.h"

namespace impinge {

inline constexpr double kRoundOff = 0x1p-53;

/// A line whose parameter starts near a shape: what was t there is t - start here. The origin is rounded once, so its error
/// follows its distance from the shape's middle, not that of the line's own origin.
struct NearLine {
  Vec3 origin;
  Vec3 direction;
  double start;

  NearLine(const Vec3& from, const Vec3& along, const Vec3& middle) : direction(along), start((middle - from).dot(along)) {
    for (int i = 0; i < 3; ++i) {
      const DoubleDouble there = exact_product(start, along[i]) + DoubleDouble{from[i], 0};
      origin[i] = there.high;
    }
  }

  Vec3 at(double t) const { return origin + t * direction; }
  /// Back to the caller's parameter; the rounding of the sum is what `low` and `high` are widened by.
  double low(double t) const { return outwards(start + t, -1); }
  double high(double t) const { return outwards(start + t, 1); }

 private:
  static double outwards(double t, int side) { return t + side * 2 * kRoundOff * std::fabs(t); }
};

/// The part of a line inside a box, in the line's parameter; none where it misses the box by more than rounding.
struct Span {
  double low, high;
};

inline std::optional<Span> clipped(const Vec3& origin, const Vec3& direction, const Box& box) {
  Span span{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(direction[i]) < 1e-300) {
      if (origin[i] < box.low[i] || origin[i] > box.high[i]) return {};
      continue;
    }
    const double inverse = 1 / direction[i];
    const double a = (box.low[i] - origin[i]) * inverse, b = (box.high[i] - origin[i]) * inverse;
    span.low = std::max(span.low, std::min(a, b));
    span.high = std::min(span.high, std::max(a, b));
  }
  if (!(span.low <= span.high)) return {};
  return span;
}

/// True if all of it is finite and the box has an extent along each axis.
inline bool is_solid_box(const Box& box) {
  return box.low.allFinite() && box.high.allFinite() && (box.high - box.low).minCoeff() > 0;
}

}  // namespace impinge
