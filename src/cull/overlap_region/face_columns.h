// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>

#include "base/triangle.h"

namespace impinge {

/// A large triangle over a grid of columns, in cells of that grid: which columns it may stand in, and between which heights.
/// Corners are known to 2^-20 of a cell (see trusts); everything is widened by a cell, which swallows what follows from
/// that.
class FaceColumns {
 public:
  /// `corners` in cells of the grid, x and y across the columns, z along them.
  explicit FaceColumns(const Triangle& corners) : t_(corners) {
    const Vec3 e = t_.p[1] - t_.p[0], f = t_.p[2] - t_.p[0], n = cross(e, f);
    slope_x_ = -n.x() / n.z();
    slope_y_ = -n.y() / n.z();
    reach_ = (std::fabs(slope_x_) + std::fabs(slope_y_)) / 2 + 1;
    // Steep ones multiply the rounding and gain little; slivers have no certain normal.
    gentle_ = reach_ < 512 && std::fabs(n.z()) > 0x1p-16 * e.lpNorm<1>() * f.lpNorm<1>();
  }

  /// True if corners are near enough for the margins to hold.
  static bool trusts(const Triangle& corners) {
    return std::max({corners.p[0].cwiseAbs().maxCoeff(), corners.p[1].cwiseAbs().maxCoeff(),
                     corners.p[2].cwiseAbs().maxCoeff()}) < 0x1p16;
  }

  /// Cells first to last of one axis.
  struct Range {
    int first, last;
  };

  /// Calls visit(x, y, low, high) for the columns among the given cells, until it returns true.
  template <typename Visit>
  bool visit(const Range& xs, const Range& ys, const Range& zs, const Visit& visit_column) const {
    for (int y = ys.first; y <= ys.last; ++y) {
      const Range row = row_of(y).within(xs);
      for (int x = row.first; x <= row.last; ++x) {
        const Range z = heights_of(x, y).within(zs);  // empty where the plane passes above or below the triangle
        if (z.first <= z.last && visit_column(x, y, z.first, z.last)) return true;
      }
    }
    return false;
  }

 private:
  struct Span {
    double low, high;

    Range within(const Range& r) const {
      return {static_cast<int>(std::clamp(std::floor(low), r.first - 0.0, r.last + 1.0)),
              static_cast<int>(std::clamp(std::floor(high), r.first - 1.0, r.last + 0.0))};
    }
  };

  // The x that the triangle takes where y is in [y, y + 1].
  Span row_of(int y) const {
    const double y0 = y - 1.0, y1 = y + 2.0;
    Span span{INFINITY, -INFINITY};
    const auto add = [&](double x) { span = {std::min(span.low, x), std::max(span.high, x)}; };
    for (int i = 0; i < 3; ++i) {
      const Vec3 &p = t_.p[i], &q = t_.p[(i + 1) % 3];
      if (p.y() >= y0 && p.y() <= y1) add(p.x());
      for (const double cut : {y0, y1})
        if ((p.y() < cut) != (q.y() < cut)) add(p.x() + (q.x() - p.x()) * ((cut - p.y()) / (q.y() - p.y())));
    }
    return {span.low - 1, span.high + 1};
  }

  // The z over the column; nothing is known of faces that are too steep.
  Span heights_of(int x, int y) const {
    if (!gentle_) return {-INFINITY, INFINITY};
    const double middle = t_.p[0].z() + slope_x_ * (x + 0.5 - t_.p[0].x()) + slope_y_ * (y + 0.5 - t_.p[0].y());
    return {middle - reach_, middle + reach_};
  }

  Triangle t_;
  double slope_x_, slope_y_, reach_;
  bool gentle_;
};

}  // namespace impinge
