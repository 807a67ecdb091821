// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/box.h"

namespace impinge {

/// Points with a binary tree of boxes over them, built at the median, n log n.
class PointTree {
 public:
  struct Node {
    Box box;
    std::uint32_t begin, end;  ///< order()[begin, end)
    std::uint32_t right;       ///< right child; the left one is the next node; 0 marks a leaf
    bool leaf() const { return right == 0; }
  };

  PointTree() = default;
  explicit PointTree(std::vector<Vec3> points);

  std::span<const Vec3> points() const { return points_; }
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const Node> nodes() const { return nodes_; }

  /// Calls visit(point number) for the points of all nodes that keep(box) does not rule out. `keep` may grow stricter.
  template <typename Keep, typename Visit>
  void walk(const Keep& keep, const Visit& visit) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[64], size = 0;
    stack[size++] = 0;
    while (size > 0) {
      const std::uint32_t n = stack[--size];
      if (!keep(nodes_[n].box)) continue;
      if (!nodes_[n].leaf()) {
        stack[size++] = nodes_[n].right;
        stack[size++] = n + 1;
        continue;
      }
      for (std::uint32_t i = nodes_[n].begin; i < nodes_[n].end; ++i) visit(order_[i]);
    }
  }

  /// The least distance of a point to one of these, if not above `limit`; the number of the point found goes to `which`.
  double nearest(const Vec3& point, double limit, std::uint32_t& which) const;

 private:
  void build(std::uint32_t begin, std::uint32_t end);

  std::vector<Vec3> points_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace impinge
