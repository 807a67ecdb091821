// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One pass over the vertices at the rate of memory: 24 bytes each, a few operations.
#include "scene/vertex_boxes.h"

#include <cmath>

#include "base/few_in_turn.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/vertex_boxes.cpp"
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

// The box of vertices [begin, end).
Box box_of_vertices(const WorldObject& object, const PlacedLanes& placed, size_t begin, size_t end) {
  const size_t n = PlacedLanes::lanes();
  AxisBounds x, y, z;
  size_t i = begin;
  for (; i + n <= end; i += n) {
    const Points p = placed.load(i);
    x.add(p.x);
    y.add(p.y);
    z.add(p.z);
  }
  Box box;
  Vec3 spoiled = Vec3::Zero();
  for (; i < end; ++i) {
    const Vec3 p = object.vertex(static_cast<std::uint32_t>(i));
    box.add(p);
    spoiled += p - p;
  }
  x.fold_into(box, 0);
  y.fold_into(box, 1);
  z.fold_into(box, 2);
  box.low += spoiled;
  return box;
}

// The boxes of blocks [first, last).
void boxes_of_blocks(const WorldObject& object, size_t first, size_t last, Box* boxes) {
  const PlacedLanes placed(object);
  for (size_t b = first; b < last; ++b)
    boxes[b] = box_of_vertices(object, placed, b * VertexBoxes::kBlock,
                               std::min(object.local.size(), (b + 1) * VertexBoxes::kBlock));
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kGrain = 256;  // blocks a task: some tens of microseconds

HWY_EXPORT(boxes_of_blocks);

VertexBoxes without_boxes(const WorldObject& object) {
  VertexBoxes boxes;
  boxes.blocks.resize((object.local.size() + VertexBoxes::kBlock - 1) / VertexBoxes::kBlock);
  return boxes;
}

void join(VertexBoxes& boxes) {
  bool finite = true;
  for (const Box& b : boxes.blocks) {
    finite = finite && b.low.allFinite() && b.high.allFinite();
    boxes.all.add(b);
  }
  if (!finite) boxes.all.low.setConstant(-INFINITY);
}

}  // namespace

VertexBoxes vertex_boxes_here(const WorldObject& object) {
  VertexBoxes boxes = without_boxes(object);
  HWY_DYNAMIC_DISPATCH(boxes_of_blocks)(object, 0, boxes.blocks.size(), boxes.blocks.data());
  join(boxes);
  return boxes;
}

VertexBoxes vertex_boxes(const WorldObject& object) {
  VertexBoxes boxes = without_boxes(object);
  const auto part = HWY_DYNAMIC_DISPATCH(boxes_of_blocks);
  const std::size_t n = boxes.blocks.size();
  few_in_turn(std::size_t{1}, (n + kGrain - 1) / kGrain,
              [&](std::size_t i) { part(object, i * kGrain, std::min(n, (i + 1) * kGrain), boxes.blocks.data()); });
  join(boxes);
  return boxes;
}

}  // namespace impinge
#endif
