// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Coordinates in cells of a grid, several at a time. Included once for each SIMD target, hence no include guard of the usual
// kind.
#if defined(IMPINGE_CULL_OVERLAP_REGION_GRID_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_CULL_OVERLAP_REGION_GRID_LANES_INL_H
#undef IMPINGE_CULL_OVERLAP_REGION_GRID_LANES_INL_H
#else
#define IMPINGE_CULL_OVERLAP_REGION_GRID_LANES_INL_H
#endif

#include "cull/overlap_region/region_grid.h"
#include "scene/placed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// RegionGrid::position of one axis: the operations in their order.
class GridLanes {
 public:
  GridLanes(const RegionGrid& grid, int axis)
      : unit_(grid.unit()), origin_(grid.origin()[axis]), scale_(grid.scale()[axis]) {}

  HWY_INLINE Doubles position(Doubles x) const {
    const DoubleTag d;
    return hn::Mul(hn::Sub(hn::Mul(x, hn::Set(d, unit_)), hn::Set(d, origin_)), hn::Set(d, scale_));
  }

 private:
  double unit_, origin_, scale_;
};

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
