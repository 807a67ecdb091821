// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Sort and sweep: n log n plus the pairs that overlap along one axis.
// Based on: D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992 (there kept sorted between steps).
#include "broad/sweep_boxes.h"

#include <algorithm>
#include <numeric>

namespace impinge {

namespace {

// The axis along which box centres vary most, so that the sweep meets few others.
int sweep_axis(std::span<const Box> boxes) {
  Vec3 sum = Vec3::Zero(), sum2 = Vec3::Zero();
  Box all;
  for (const Box& b : boxes) all.add(b);
  for (const Box& b : boxes) {
    const Vec3 c = (b.low / 2 + b.high / 2) - all.low;
    sum += c;
    sum2 += c.cwiseProduct(c);
  }
  const Vec3 variance = sum2 - sum.cwiseProduct(sum) / static_cast<double>(boxes.size());
  int axis = 0;
  if (variance.allFinite()) variance.maxCoeff(&axis);
  return axis;
}

}  // namespace

std::vector<ObjectPair> sweep_boxes(std::span<const Box> boxes) {
  std::vector<ObjectPair> pairs;
  if (boxes.size() < 2) return pairs;
  const int axis = sweep_axis(boxes);
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t x, std::uint32_t y) { return boxes[x].low[axis] < boxes[y].low[axis]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box& box = boxes[order[i]];
    for (std::size_t j = i + 1; j < order.size() && boxes[order[j]].low[axis] <= box.high[axis]; ++j)
      if (boxes_meet(box, boxes[order[j]])) pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace impinge
