// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Several faces at a time. The map from coordinates to steps is monotone, whatever it rounds to, and the same for all
// objects, so that boxes which meet meet on the lattice too.
#include "localise/slice_map/cell_items.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/slice_map/cell_items.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cull/overlap_region/grid_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

using StepTag = hn::Rebind<int32_t, DoubleTag>;
using Steps = hn::Vec<StepTag>;

// Two numbers of sixteen bits in one lane, the first one in the lower half.
HWY_INLINE hn::Vec<hn::RebindToUnsigned<StepTag>> two_in_one(Steps low, Steps high) {
  const auto lower = hn::And(low, hn::Set(StepTag(), 0xffff));
  return hn::BitCast(hn::RebindToUnsigned<StepTag>(), hn::Or(lower, hn::ShiftLeft<16>(high)));
}

// The lowest and highest steps of faces on one axis, within the lattice, from the positions of their corners in cells.
class StepRange {
 public:
  HWY_INLINE StepRange(Doubles p, Doubles q, Doubles r, int cells)
      : low(steps(hn::Min(hn::Min(p, q), r), cells)), high(steps(hn::Max(hn::Max(p, q), r), cells)) {}

  Steps low, high;

 private:
  HWY_INLINE static Steps steps(Doubles position, int cells) {
    const DoubleTag d;
    const auto step = hn::Mul(position, hn::Set(d, 1 << kStepBits));
    return hn::DemoteTo(StepTag(), hn::Min(hn::Max(step, hn::Zero(d)), hn::Set(d, (cells << kStepBits) - 1)));
  }
};

using FloatTag = hn::Rebind<float, DoubleTag>;
using Floats = hn::Vec<FloatTag>;

// A corner in cells from the middle of the grid.
struct CellPoint {
  Floats x, y, z;

  HWY_INLINE Floats along(int diagonal) const {
    const Floats xy = (diagonal & 1) == 0 ? hn::Add(x, y) : hn::Sub(x, y);
    return (diagonal & 2) == 0 ? hn::Add(xy, z) : hn::Sub(xy, z);
  }
  HWY_INLINE Floats farthest() const { return hn::Max(hn::Max(hn::Abs(x), hn::Abs(y)), hn::Abs(z)); }
};

// Coordinates in cells.
class CellCoordinates {
 public:
  explicit CellCoordinates(const RegionGrid& grid) : x_(grid, 0), y_(grid, 1), z_(grid, 2) {
    for (int axis = 0; axis < 3; ++axis) middle_[axis] = grid.size(axis) / 2;
  }

  HWY_INLINE Points of(const Points& p) const { return {x_.position(p.x), y_.position(p.y), z_.position(p.z)}; }
  HWY_INLINE CellPoint from_middle(const Points& p) const {
    return {less(p.x, middle_[0]), less(p.y, middle_[1]), less(p.z, middle_[2])};
  }

 private:
  HWY_INLINE static Floats less(Doubles x, double middle) {
    return hn::DemoteTo(FloatTag(), hn::Sub(x, hn::Set(DoubleTag(), middle)));
  }

  GridLanes x_, y_, z_;
  double middle_[3];
};

// The slabs of faces, as CellSlabs has them in memory.
HWY_INLINE void store_slabs(const CellPoint& p, const CellPoint& q, const CellPoint& r, CellSlabs* slabs) {
  const FloatTag d;
  const Floats most = hn::Set(d, CellSlabs::kMost), least = hn::Neg(most), steps = hn::Set(d, CellSlabs::kSteps);
  const auto near = hn::Le(hn::Max(hn::Max(p.farthest(), q.farthest()), r.farthest()), hn::Set(d, CellSlabs::kFarthest));
  Steps low[4], minus_high[4];
  for (int k = 0; k < 4; ++k) {
    const Floats a = p.along(k), b = q.along(k), c = r.along(k);
    const Floats lowest = hn::Floor(hn::Mul(hn::Min(hn::Min(a, b), c), steps));
    const Floats highest = hn::Add(hn::Floor(hn::Mul(hn::Max(hn::Max(a, b), c), steps)), hn::Set(d, 1));
    const auto within = [&](Floats x) HWY_ATTR {  // faces that are far away, even infinitely, are parted from none
      return hn::ConvertTo(StepTag(), hn::IfThenElse(near, hn::Min(hn::Max(x, least), most), least));
    };
    low[k] = within(lowest);
    minus_high[k] = within(hn::Neg(highest));
  }
  hn::StoreInterleaved4(two_in_one(low[0], low[1]), two_in_one(low[2], low[3]), two_in_one(minus_high[0], minus_high[1]),
                        two_in_one(minus_high[2], minus_high[3]), hn::RebindToUnsigned<StepTag>(),
                        reinterpret_cast<std::uint32_t*>(slabs));
}

void box_faces(const WorldObject& object, const RegionGrid& grid, const RegionFace* faces, size_t count, CellItem* items,
               CellSlabs* slabs, std::uint64_t* extents) {
  static_assert(sizeof(CellItem) == 4 * sizeof(std::uint32_t) && offsetof(CellItem, high) == 6 &&
                offsetof(CellItem, face) == 12);
  static_assert(std::endian::native == std::endian::little);
  constexpr size_t kMost = hn::MaxLanes(DoubleTag()), kAhead = 16;
  const size_t n = PlacedLanes::lanes();
  const PlacedLanes placed(object);
  const CellCoordinates cells(grid);
  const StepTag d;
  const hn::RebindToUnsigned<StepTag> du;
  alignas(64) std::int64_t corners[3][kMost];
  alignas(64) std::uint32_t numbers[kMost];
  CellItem last[kMost];
  CellSlabs last_slabs[kMost];
  static_assert(kMostCellItems << 16 < std::size_t{1} << 31);
  Steps sums[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (size_t i = 0; i < count; i += n) {
    for (size_t k = i; k < i + n; ++k) {  // faces lie apart, and so do their corners
      if (k + 2 * kAhead < count) hwy::Prefetch(&object.faces[faces[k + 2 * kAhead].face]);
      if (k + kAhead >= count) continue;
      for (const std::uint32_t v : object.faces[faces[k + kAhead].face]) hwy::Prefetch(&object.local[v]);
    }
    const size_t here = std::min(n, count - i);
    for (size_t k = 0; k < n; ++k) {
      numbers[k] = faces[i + std::min(k, here - 1)].face;
      for (size_t c = 0; c < 3; ++c) corners[c][k] = object.faces[numbers[k]][c];
    }
    const Points p = cells.of(placed.gather(corners[0])), q = cells.of(placed.gather(corners[1])),
                 r = cells.of(placed.gather(corners[2]));
    const StepRange x(p.x, q.x, r.x, grid.size(0)), y(p.y, q.y, r.y, grid.size(1)), z(p.z, q.z, r.z, grid.size(2));
    CellItem* const out = here == n ? items + i : last;
    hn::StoreInterleaved4(two_in_one(x.low, y.low), two_in_one(z.low, x.high), two_in_one(y.high, z.high),
                          hn::Load(du, numbers), du, reinterpret_cast<std::uint32_t*>(out));
    store_slabs(cells.from_middle(p), cells.from_middle(q), cells.from_middle(r), here == n ? slabs + i : last_slabs);
    if (here < n) {
      std::copy(last, last + here, items + i);
      std::copy(last_slabs, last_slabs + here, slabs + i);
    }
    const auto counts = hn::FirstN(d, here);
    sums[0] = hn::Add(sums[0], hn::IfThenElseZero(counts, hn::Sub(x.high, x.low)));
    sums[1] = hn::Add(sums[1], hn::IfThenElseZero(counts, hn::Sub(y.high, y.low)));
    sums[2] = hn::Add(sums[2], hn::IfThenElseZero(counts, hn::Sub(z.high, z.low)));
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    std::int32_t lanes[kMost];
    hn::StoreU(sums[axis], d, lanes);
    for (size_t k = 0; k < n; ++k) extents[axis] += static_cast<std::uint64_t>(lanes[k]);
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
                                            std::span<const RegionFace> faces, CellItem* items, CellSlabs* slabs) {
  std::array<std::uint64_t, 3> extents{};
  HWY_DYNAMIC_DISPATCH(box_faces)(object, grid, faces.data(), faces.size(), items, slabs, extents.data());
  return extents;
}

}  // namespace impinge
#endif
