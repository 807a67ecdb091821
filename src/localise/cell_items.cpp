// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Several faces at a time. The map from coordinates to steps is monotone, whatever it rounds to, and the same for all
// objects, so that boxes which meet meet on the lattice too.
#include "localise/cell_items.h"

#include <hwy/cache_control.h>

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/cell_items.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cull/grid_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The steps of one axis, within the lattice.
class AxisSteps {
 public:
  AxisSteps(const RegionGrid& grid, int axis) : lanes_(grid, axis), last_((grid.size(axis) << kStepBits) - 1) {}

  HWY_INLINE void store(Doubles x, std::int32_t* steps) const {
    const DoubleTag d;
    const hn::Rebind<int32_t, DoubleTag> d_step;
    const auto step = hn::Mul(lanes_.position(x), hn::Set(d, 1 << kStepBits));
    const auto inside = hn::Min(hn::Max(step, hn::Zero(d)), hn::Set(d, last_));
    hn::StoreU(hn::DemoteTo(d_step, inside), d_step, steps);
  }

 private:
  GridLanes lanes_;
  double last_;
};

void box_faces(const WorldObject& object, const RegionGrid& grid, const RegionFace* faces, size_t count, CellItem* items,
               std::uint64_t* extents) {
  constexpr size_t kMost = hn::MaxLanes(DoubleTag()), kAhead = 16;
  const size_t n = PlacedLanes::lanes();
  const PlacedLanes placed(object);
  const AxisSteps x(grid, 0), y(grid, 1), z(grid, 2);
  alignas(64) std::int64_t corners[3][kMost];
  std::int32_t steps[6][kMost];
  for (size_t i = 0; i < count; i += n) {
    for (size_t k = i; k < i + n; ++k) {  // faces lie apart, and so do their corners
      if (k + 2 * kAhead < count) hwy::Prefetch(&object.faces[faces[k + 2 * kAhead].face]);
      if (k + kAhead >= count) continue;
      for (const std::uint32_t v : object.faces[faces[k + kAhead].face]) hwy::Prefetch(&object.local[v]);
    }
    const size_t here = std::min(n, count - i);
    for (size_t k = 0; k < n; ++k) {
      const Face& f = object.faces[faces[i + std::min(k, here - 1)].face];
      for (size_t c = 0; c < 3; ++c) corners[c][k] = f[c];
    }
    const Points p = placed.gather(corners[0]), q = placed.gather(corners[1]), r = placed.gather(corners[2]);
    x.store(hn::Min(hn::Min(p.x, q.x), r.x), steps[0]);
    y.store(hn::Min(hn::Min(p.y, q.y), r.y), steps[1]);
    z.store(hn::Min(hn::Min(p.z, q.z), r.z), steps[2]);
    x.store(hn::Max(hn::Max(p.x, q.x), r.x), steps[3]);
    y.store(hn::Max(hn::Max(p.y, q.y), r.y), steps[4]);
    z.store(hn::Max(hn::Max(p.z, q.z), r.z), steps[5]);
    for (size_t k = 0; k < here; ++k) {
      CellItem& item = items[i + k];
      item.face = faces[i + k].face;
      for (size_t axis = 0; axis < 3; ++axis) {
        item.low[axis] = static_cast<std::uint16_t>(steps[axis][k]);
        item.high[axis] = static_cast<std::uint16_t>(steps[3 + axis][k]);
        extents[axis] += static_cast<std::uint64_t>(steps[3 + axis][k] - steps[axis][k]);
      }
    }
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(box_faces);

}  // namespace

std::array<std::uint64_t, 3> set_cell_items(const WorldObject& object, const RegionGrid& grid,
                                            std::span<const RegionFace> faces, CellItem* items) {
  std::array<std::uint64_t, 3> extents{};
  HWY_DYNAMIC_DISPATCH(box_faces)(object, grid, faces.data(), faces.size(), items, extents.data());
  return extents;
}

}  // namespace impinge
#endif
