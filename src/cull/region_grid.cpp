// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cull/region_grid.h"

#include <cmath>

namespace impinge {

namespace {

double fitting_unit(const Box& region) {
  const double largest = std::max(region.low.cwiseAbs().maxCoeff(), region.high.cwiseAbs().maxCoeff());
  if ((largest > 0x1p-400 && largest < 0x1p400) || !(largest > 0)) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

}  // namespace

RegionGrid::RegionGrid(const Box& region) : region_(region), unit_(fitting_unit(region)), origin_(region.low * unit_) {
  for (int axis = 0; axis < 3; ++axis) {
    scale_[axis] = kCells / (region.high[axis] * unit_ - origin_[axis]);
    const bool flat = !std::isfinite(scale_[axis]) || !(scale_[axis] > 0);
    cells_[axis] = flat ? 1 : kCells;
    if (flat) scale_[axis] = 1;
  }
}

CellCode RegionGrid::code(const Vec3& p) const {
  CellCode code = 1;
  for (int axis = 2; axis >= 0; --axis) {
    const double inside = std::min(std::max(std::floor(position(axis, p[axis])), 0.0), cells_[axis] - 1.0) + 1;
    const double cell = p[axis] < region_.low[axis] ? 0 : p[axis] > region_.high[axis] ? cells_[axis] + 1.0 : inside;
    code = code << 8 | static_cast<CellCode>(cell);
  }
  return code;
}

}  // namespace impinge
