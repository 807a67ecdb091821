// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/solid/point_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impinge {

namespace {

constexpr std::uint32_t kLeaf = 8;

}  // namespace

PointTree::PointTree(std::vector<Vec3> points) : points_(std::move(points)), order_(points_.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(points_.size() / (kLeaf / 4) + 1);
  if (!points_.empty()) build(0, static_cast<std::uint32_t>(points_.size()));
}

void PointTree::build(std::uint32_t begin, std::uint32_t end) {
  const auto at = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({Box(), begin, end, 0});
  for (std::uint32_t i = begin; i < end; ++i) nodes_[at].box.add(points_[order_[i]]);
  if (end - begin <= kLeaf) return;
  const Vec3 size = nodes_[at].box.high - nodes_[at].box.low;
  const int axis = size.x() >= size.y() && size.x() >= size.z() ? 0 : size.y() >= size.z() ? 1 : 2;
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t x, std::uint32_t y) {
                     const double p = points_[x][axis], q = points_[y][axis];
                     return p < q || (p == q && x < y);
                   });
  build(begin, middle);
  nodes_[at].right = static_cast<std::uint32_t>(nodes_.size());
  build(middle, end);
}

double PointTree::nearest(const Vec3& point, double limit, std::uint32_t& which) const {
  double best = limit;
  const auto keep = [&](const Box& box) {
    const Vec3 gap = (box.low - point).cwiseMax(point - box.high).cwiseMax(Vec3::Zero());
    return gap.norm() * (1 - 0x1p-50) <= best;
  };
  walk(keep, [&](std::uint32_t i) {
    const double d = (points_[i] - point).norm();
    if (d > best || (d == best && i > which)) return;
    best = d;
    which = i;
  });
  return best;
}

}  // namespace impinge
