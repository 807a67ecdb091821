// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cull/overlap_region/region_grid.h"

#include <cmath>

#include "base/fitting_unit.h"

namespace impinge {

namespace {

constexpr int kMargin = 2 * RegionGrid::kLongest;  // cells around the region, and one more for everything beyond

}  // namespace

RegionGrid::RegionGrid(const Box& region, double extent)
    : region_(region), unit_(fitting_unit(largest_coordinate(region), 400)) {
  double finest = 0;  // coordinates in cells
  for (int axis = 0; axis < 3; ++axis) {
    const double low = region.low[axis] * unit_, width = region.high[axis] * unit_ - low;
    // No finer than coordinates can resolve: the cells around the region would fall together with it.
    const double finest_cell = std::max(std::fabs(low), std::fabs(low + width)) * 0x1p-48;
    double cell = std::max({extent * unit_ / kLongest, width / kMostCells, finest_cell});
    if (!(cell > 0x1p-900 && cell < 0x1p900)) cell = width > 0 ? std::max(width, 0x1p-900) : 1;  // flat, or faces of no size
    if (cell >= extent * unit_) longest_[axis] = 1;
    scale_[axis] = 1 / cell;
    size_[axis] = static_cast<int>(std::min(width / cell, 1.0 * kMostCells)) + 2 + 2 * (kMargin + 1);
    origin_[axis] = low - (kMargin + 1) * cell;
    finest = std::max(finest, std::max(std::fabs(low), std::fabs(low + width)) * scale_[axis]);
  }
  coarse_ = finest < 0x1p32;
  first_ = code(region.low);
  last_ = code(region.high);
}

CellCode RegionGrid::code(const Vec3& p) const {
  CellCode code = 1;
  for (int axis = 2; axis >= 0; --axis) {
    const double cell = std::min(std::max(std::floor(position(axis, p[axis])), 0.0), size_[axis] - 1.0);
    code = code << 8 | static_cast<CellCode>(cell);
  }
  return code;
}

}  // namespace impinge
