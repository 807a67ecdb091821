// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/line/line_tree.h"

#include <algorithm>
#include <numeric>

namespace impinge {

namespace {

constexpr std::uint32_t kLeaf = 4;  // boxes

}  // namespace

LineTree::LineTree(std::span<const Box> boxes) : order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  Box all;
  for (const Box& box : boxes) all.add(box);
  nodes_.emplace_back();
  split(0, boxes, 0, static_cast<std::uint32_t>(boxes.size()), 1e-9 * (all.high - all.low).stableNorm());
}

void LineTree::split(std::uint32_t node, std::span<const Box> boxes, std::uint32_t first, std::uint32_t count,
                     double margin) {
  const auto begin = order_.begin() + first;
  Box all, centres;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Box& box = boxes[begin[i]];
    all.add(box);
    centres.add(Vec3((box.low + box.high) / 2));
  }
  nodes_[node].box = grown(all, margin);
  if (count <= kLeaf) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  Eigen::Index axis = 0;
  (centres.high - centres.low).maxCoeff(&axis);
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t x, std::uint32_t y) {
    const double cx = boxes[x].low[axis] + boxes[x].high[axis], cy = boxes[y].low[axis] + boxes[y].high[axis];
    return cx != cy ? cx < cy : x < y;
  });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node].first = child;
  nodes_[node].count = 0;
  split(child, boxes, first, half, margin);
  split(child + 1, boxes, first + half, count - half, margin);
}

}  // namespace impinge
