// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Which closed cells the shadow of a face meets, and between which depths: outwards by a step for the rounding of corners,
// and by one more for that of doubles.

#include <algorithm>
#include <cmath>
#include <utility>

#include "raster/draw/raster_draw.h"

namespace impinge {

/// Depths of an edge over a rectangle, as far as it passes there.
struct EdgeDepths {
  double low = 0, high = 0;
  bool any = false;

  void add(double z) {
    low = any ? std::min(low, z) : z;
    high = any ? std::max(high, z) : z;
    any = true;
  }

  /// The part of the edge i -> j of the triangle in [x0, x1] x [y0, y1].
  void add_edge(const RasterTriangle& t, int i, int j, double x0, double x1, double y0, double y1) {
    double from = 0, to = 1;
    const auto clip = [&](double start, double step, double least, double most) {
      if (step == 0) {
        if (start < least || start > most) to = -1;
        return;
      }
      const double a = (least - start) / step, b = (most - start) / step;
      from = std::max(from, std::min(a, b));
      to = std::min(to, std::max(a, b));
    };
    clip(static_cast<double>(t.x[i]), static_cast<double>(t.x[j] - t.x[i]), x0, x1);
    clip(static_cast<double>(t.y[i]), static_cast<double>(t.y[j] - t.y[i]), y0, y1);
    if (from > to) return;
    const double dz = t.z[j] - t.z[i];
    add(t.z[i] + from * dz);
    add(t.z[i] + to * dz);
  }
};

/// Where the shadow of a face begins and ends in the strip [low, high] of y.
inline std::pair<double, double> shadow_over(const RasterTriangle& t, double low, double high) {
  double least = INFINITY, most = -INFINITY;
  const auto add = [&](double x) {
    least = std::min(least, x);
    most = std::max(most, x);
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double yi = static_cast<double>(t.y[i]), yj = static_cast<double>(t.y[j]);
    const double xi = static_cast<double>(t.x[i]), xj = static_cast<double>(t.x[j]);
    if (std::max(yi, yj) < low || std::min(yi, yj) > high) continue;
    if (yi == yj) {
      add(xi);
      add(xj);
      continue;
    }
    for (const double y : {low, high}) add(xi + (xj - xi) * std::clamp((y - yi) / (yj - yi), 0.0, 1.0));
  }
  return {least, most};
}

/// Calls on_cell(column, row, low, high) for every cell of the window that the triangle's shadow meets.
template <typename OnCell>
void for_each_covered_cell(const RasterTriangle& t, const RasterView& view, const OnCell& on_cell) {
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const auto cell_of = [](std::int64_t steps) { return steps >> 8; };
  // What is found in a cell does not depend on the window around it.
  const std::int64_t steps_x = cell_of(x_high + 2) - cell_of(x_low - 2), steps_y = cell_of(y_high + 2) - cell_of(y_low - 2);
  const std::int64_t column0 = std::max<std::int64_t>(cell_of(x_low - 2), 0);
  const std::int64_t column1 = std::min<std::int64_t>(cell_of(x_high + 2), view.columns() - 1);
  const std::int64_t row0 = std::max<std::int64_t>(cell_of(y_low - 2), 0);
  const std::int64_t row1 = std::min<std::int64_t>(cell_of(y_high + 2), view.rows() - 1);
  if (column0 > column1 || row0 > row1) return;
  const Int128 area = doubled_area<Int128>(t);
  const RasterPlane plane(t, area == 0 ? 1 : static_cast<double>(area), view.depth_rounding());
  const bool thin = plane.thin || area == 0;
  const double rounding = 1 + view.depth_rounding();
  const double z_low = plane.z_low - rounding, z_high = plane.z_high + rounding;
  const bool one = steps_x == 0 && steps_y == 0;
  const double extent = static_cast<double>(x_high - x_low) + static_cast<double>(y_high - y_low);
  const double margin = 2 + extent * 0x1p-44;
  const double half = (std::abs(plane.ax) + std::abs(plane.ay)) * (kSubcells / 2 + 2) + plane.error;
  for (std::int64_t row = row0; row <= row1; ++row) {
    const double y = static_cast<double>(row * kSubcells);
    std::int64_t first = column0, last = column1;
    if (steps_x > 1) {
      const auto [least, most] = shadow_over(t, y - margin, y + kSubcells + margin);
      first = std::max<std::int64_t>(column0, cell_of(static_cast<std::int64_t>(std::floor(least - margin))));
      last = std::min<std::int64_t>(column1, cell_of(static_cast<std::int64_t>(std::ceil(most + margin))));
    }
    for (std::int64_t column = first; column <= last; ++column) {
      double low = z_low, high = z_high;
      if (!one && thin) {
        // A point of a thin face lies between two points of its edges no more than 8 steps off.
        const double x = static_cast<double>(column * kSubcells), out = 9 + margin;
        EdgeDepths depths;
        for (int i = 0; i < 3; ++i)
          depths.add_edge(t, i, (i + 1) % 3, x - out, x + kSubcells + out, y - out, y + kSubcells + out);
        if (!depths.any) continue;
        low = std::max(low, depths.low - rounding - 1);
        high = std::min(high, depths.high + rounding + 1);
      } else if (!one) {
        const double x = static_cast<double>(column * kSubcells + kSubcells / 2);
        const double middle = plane.z0 + ((x - plane.x0) * plane.ax + (y + kSubcells / 2 - plane.y0) * plane.ay);
        low = std::max(low, middle - half);
        high = std::min(high, middle + half);
        if (low > high) continue;
      }
      on_cell(static_cast<int>(column), static_cast<int>(row), static_cast<std::int32_t>(std::floor(low)),
              static_cast<std::int32_t>(std::ceil(high)));
    }
  }
}

}  // namespace impinge
