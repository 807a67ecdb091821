// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/double_double.h"
#include "base/triangle.h"

namespace impinge {

/// Three double-doubles.
struct WideVec {
  DoubleDouble x, y, z;
};

/// p - q, exactly.
inline WideVec difference(const Vec3& p, const Vec3& q) {
  return {exact_sum(p.x(), -q.x()), exact_sum(p.y(), -q.y()), exact_sum(p.z(), -q.z())};
}

/// Heights of points over the plane of a triangle, times twice its area, in double-doubles. Differences of doubles are exact
/// there; a height is off by at most 2^-97 of the sum of its products' sizes.
class WidePlane {
 public:
  struct Height {
    DoubleDouble value;
    double off = 0;  ///< bound on its error
  };

  explicit WidePlane(const Triangle& t) : origin_(t.p[0]) {
    const WideVec u = difference(t.p[1], t.p[0]), v = difference(t.p[2], t.p[0]);
    normal_ = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    size_ = 2 * sum_of_sizes(u) * sum_of_sizes(v);
  }

  /// Nothing if not even the sign is sure.
  std::optional<Height> height(const Vec3& p) const {
    const WideVec w = difference(p, origin_);
    const DoubleDouble value = normal_.x * w.x + normal_.y * w.y + normal_.z * w.z;
    const double size = size_ * sum_of_sizes(w), off = 0x1p-97 * size;
    // Products of three differences that leave this range may lose digits.
    if (!(size > 0x1p-250 && size < 0x1p250) || !(std::fabs(value.high) > 2 * off)) return {};
    return Height{value, off};
  }

 private:
  static double sum_of_sizes(const WideVec& v) { return std::fabs(v.x.high) + std::fabs(v.y.high) + std::fabs(v.z.high); }

  Vec3 origin_;
  WideVec normal_;
  double size_ = 0;
};

/// Where a segment from p to q passes a plane, over which the ends have heights of two signs.
struct WidePassage {
  DoubleDouble share;  ///< of the way from p to q
  double off;          ///< bound on its relative error

  WidePassage(const WidePlane::Height& p, const WidePlane::Height& q)
      : share(p.value / (p.value - q.value)),  // nothing cancels
        off(0x1p-98 +
            2 * (p.off / std::fabs(p.value.high) + (p.off + q.off) / (std::fabs(p.value.high) + std::fabs(q.value.high)))) {}
};

/// That place, and how far it may be off in each coordinate.
struct WidePlace {
  WideVec point;
  double off;

  WidePlace(const Vec3& p, const WidePlane::Height& p_height, const Vec3& q, const WidePlane::Height& q_height) {
    const WidePassage passage(p_height, q_height);
    const WideVec way = difference(q, p);
    point = {DoubleDouble{p.x(), 0} + passage.share * way.x, DoubleDouble{p.y(), 0} + passage.share * way.y,
             DoubleDouble{p.z(), 0} + passage.share * way.z};
    const double length = std::max({std::fabs(way.x.high), std::fabs(way.y.high), std::fabs(way.z.high)}),
                 size = std::max(p.cwiseAbs().maxCoeff(), q.cwiseAbs().maxCoeff());
    off = passage.off * length * (1 + 0x1p-40) + 0x1p-98 * size;
  }
};

}  // namespace impinge
