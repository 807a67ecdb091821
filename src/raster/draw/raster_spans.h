// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Which cell centres a triangle covers, by integers and the half-open rule: a centre on an edge belongs to the face on its
// right, one on a corner to the face above it. So every line meets a closed surface as often going in as coming out.

#include <algorithm>
#include <cmath>
#include <utility>

#include "raster/view/raster_mesh.h"

namespace impinge {

// GCC and clang have it; ISO C++ does not.
__extension__ using Int128 = __int128;

/// First row or column whose centre is not below the coordinate.
constexpr std::int64_t first_centre(std::int64_t steps) { return (steps - kSubcells / 2 + kSubcells - 1) >> 8; }

/// An edge that rises from (xa, ya) to (xb, yb): in every row it passes, the first column whose centre is not left of it.
template <typename Int>
class RisingEdge {
 public:
  RisingEdge(std::int64_t xa, std::int64_t ya, std::int64_t xb, std::int64_t yb)
      : xa_(xa), ya_(ya), dx_(xb - xa), dy_(yb - ya), d_(static_cast<Int>(kSubcells) * dy_) {
    inverse_ = 1 / static_cast<double>(d_);
  }

  std::int64_t column(std::int64_t row) const {
    const std::int64_t y = row * kSubcells + kSubcells / 2;
    const Int n = static_cast<Int>(xa_ - kSubcells / 2) * dy_ + static_cast<Int>(y - ya_) * dx_;
    // The quotient in doubles is off by one at most; integers put it right.
    std::int64_t q = static_cast<std::int64_t>(std::ceil(static_cast<double>(n) * inverse_));
    while (static_cast<Int>(q) * d_ < n) ++q;
    while (static_cast<Int>(q - 1) * d_ >= n) --q;
    return q;
  }

 private:
  std::int64_t xa_, ya_, dx_, dy_;
  Int d_;
  double inverse_;
};

/// The same for edges no longer than 2^14 steps, in doubles that are exact: half a unit is taken off the numerator, so that
/// the quotient is never closer than 2^-23 to an integer, and its error is below 2^-29.
class ShortEdge {
 public:
  static constexpr std::int64_t kLongest = 1 << 14;

  ShortEdge(std::int64_t xa, std::int64_t ya, std::int64_t xb, std::int64_t yb)
      : dx_(static_cast<double>(xb - xa)),
        inverse_(1 / static_cast<double>(kSubcells * (yb - ya))),
        start_(static_cast<double>((xa - kSubcells / 2) * (yb - ya) + (kSubcells / 2 - ya) * (xb - xa)) - 0.5) {}

  std::int64_t column(std::int64_t row) const {
    constexpr int kAbove = 1 << 22;  // columns: corners lie within 2^29 steps
    const double quotient = (start_ + static_cast<double>(row * kSubcells) * dx_) * inverse_;
    return kAbove - static_cast<int>(kAbove - quotient);
  }

 private:
  double dx_, inverse_, start_;
};

/// Calls on_span(row, begin, end) for each row of the window that has centres of the triangle.
template <typename Edge, typename OnSpan>
void for_each_span_by(const RasterTriangle& t, std::int64_t columns, std::int64_t row_begin, std::int64_t row_end,
                      const OnSpan& on_span) {
  int low = 0, middle = 1, high = 2;
  if (t.y[low] > t.y[middle]) std::swap(low, middle);
  if (t.y[middle] > t.y[high]) std::swap(middle, high);
  if (t.y[low] > t.y[middle]) std::swap(low, middle);
  const std::int64_t begin = std::max(first_centre(t.y[low]), row_begin);
  const std::int64_t turn = std::clamp(first_centre(t.y[middle]), begin, std::max(begin, row_end));
  const std::int64_t end = std::min(first_centre(t.y[high]), row_end);
  if (begin >= end) return;
  const Edge whole(t.x[low], t.y[low], t.x[high], t.y[high]);
  const auto half = [&](int from, int to, std::int64_t first, std::int64_t last) {
    if (first >= last) return;
    const Edge part(t.x[from], t.y[from], t.x[to], t.y[to]);
    for (std::int64_t row = first; row < last; ++row) {
      std::int64_t left = whole.column(row), right = part.column(row);
      if (left > right) std::swap(left, right);
      left = std::max<std::int64_t>(left, 0);
      right = std::min(right, columns);
      if (left < right) on_span(static_cast<int>(row), static_cast<int>(left), static_cast<int>(right));
    }
  };
  half(low, middle, begin, std::min(turn, end));
  half(middle, high, turn, end);
}

template <typename Int, typename OnSpan>
void for_each_span(const RasterTriangle& t, std::int64_t columns, std::int64_t row_begin, std::int64_t row_end,
                   const OnSpan& on_span) {
  for_each_span_by<RisingEdge<Int>>(t, columns, row_begin, row_end, on_span);
}

}  // namespace impinge
