// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <limits>

#include "base/triangle.h"

namespace impinge {

/// Closed axis-aligned box; empty while low > high.
struct Box {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return low.x() > high.x() || low.y() > high.y() || low.z() > high.z(); }

  void add(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void add(const Box& b) {
    low = low.cwiseMin(b.low);
    high = high.cwiseMax(b.high);
  }
};

/// True if the closed boxes share a point. Exact: comparisons only.
inline bool boxes_meet(const Box& a, const Box& b) {
  return a.low.x() <= b.high.x() && b.low.x() <= a.high.x() && a.low.y() <= b.high.y() && b.low.y() <= a.high.y() &&
         a.low.z() <= b.high.z() && b.low.z() <= a.high.z();
}

inline bool box_contains(const Box& b, const Vec3& p) {
  return b.low.x() <= p.x() && p.x() <= b.high.x() && b.low.y() <= p.y() && p.y() <= b.high.y() && b.low.z() <= p.z() &&
         p.z() <= b.high.z();
}

inline Box intersection(const Box& a, const Box& b) { return {a.low.cwiseMax(b.low), a.high.cwiseMin(b.high)}; }

inline Box box_of(const Triangle& t) {
  return {t.p[0].cwiseMin(t.p[1]).cwiseMin(t.p[2]), t.p[0].cwiseMax(t.p[1]).cwiseMax(t.p[2])};
}

/// The largest coordinate in size.
inline double largest_coordinate(const Box& b) {
  return std::max(b.low.cwiseAbs().maxCoeff(), b.high.cwiseAbs().maxCoeff());
}

/// The box grown by `margin` on every side, rounded outwards.
inline Box grown(const Box& b, double margin) {
  const auto down = [&](double x) { return std::nextafter(x - margin, -std::numeric_limits<double>::infinity()); };
  const auto up = [&](double x) { return std::nextafter(x + margin, std::numeric_limits<double>::infinity()); };
  return {b.low.unaryExpr(down), b.high.unaryExpr(up)};
}

}  // namespace impinge
