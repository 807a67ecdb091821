// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One pass over the vertices at the rate of memory: 24 bytes each, a few operations.
#include "scene/world_box.h"

#include <tbb/parallel_for.h>

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/world_box.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/placed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

struct AxisBounds {
  Doubles low, high, spoiled;

  AxisBounds()
      : low(hn::Set(DoubleTag(), INFINITY)), high(hn::Set(DoubleTag(), -INFINITY)), spoiled(hn::Zero(DoubleTag())) {}

  void add(Doubles x) {
    low = hn::Min(low, x);
    high = hn::Max(high, x);
    spoiled = hn::Add(spoiled, hn::Sub(x, x));  // NaN from the first infinity or NaN on
  }
  void fold_into(Box& box, int axis) const {
    const DoubleTag d;
    const double spoil = hn::GetLane(hn::SumOfLanes(d, spoiled));
    box.low[axis] = std::min(box.low[axis], hn::GetLane(hn::MinOfLanes(d, low))) + spoil;
    box.high[axis] = std::max(box.high[axis], hn::GetLane(hn::MaxOfLanes(d, high))) + spoil;
  }
};

Box box_of_vertices(const WorldObject& object, size_t begin, size_t end) {
  const PlacedLanes placed(object);
  const size_t n = PlacedLanes::lanes();
  AxisBounds x, y, z;
  size_t i = begin;
  for (; i + n <= end; i += n) {
    const Points p = placed.load(i);
    x.add(p.x), y.add(p.y), z.add(p.z);
  }
  Box box;
  Vec3 spoiled = Vec3::Zero();
  for (; i < end; ++i) {
    const Vec3 p = object.vertex(static_cast<std::uint32_t>(i));
    box.add(p);
    spoiled += p - p;
  }
  x.fold_into(box, 0), y.fold_into(box, 1), z.fold_into(box, 2);
  box.low += spoiled;
  return box;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kGrain = 32768;  // vertices a task: some tens of microseconds

HWY_EXPORT(box_of_vertices);

}  // namespace

Box world_box_here(const WorldObject& object) {
  return HWY_DYNAMIC_DISPATCH(box_of_vertices)(object, 0, object.local.size());
}

Box world_box(const WorldObject& object) {
  const auto part = HWY_DYNAMIC_DISPATCH(box_of_vertices);
  const std::size_t n = object.local.size();
  const std::size_t parts = (n + kGrain - 1) / kGrain;
  std::vector<Box> boxes(parts);
  tbb::parallel_for(std::size_t{0}, parts,
                    [&](std::size_t i) { boxes[i] = part(object, i * kGrain, std::min(n, (i + 1) * kGrain)); });
  bool finite = true;
  Box box;
  for (const Box& b : boxes) {
    finite = finite && b.low.allFinite() && b.high.allFinite();
    box.add(b);
  }
  if (!finite) box.low.setConstant(-INFINITY);
  return box;
}

}  // namespace impinge
#endif
