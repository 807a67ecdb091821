// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/box.h"
#include "shape/line/near_line.h"

namespace impinge {

/// Boxes in a tree that halves them at the median, to find those that a line may meet. Boxes are grown by far more than
/// rounding, so that none is missed for lines that begin near them.
class LineTree {
 public:
  LineTree() = default;
  explicit LineTree(std::span<const Box> boxes);

  const Box& box() const { return nodes_.front().box; }

  /// Calls visit(index) for every box that the line may meet.
  template <class Visit>
  void walk(const Vec3& origin, const Vec3& direction, const Visit& visit) const {
    std::uint32_t waiting[64];
    int count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!clipped(origin, direction, node.box)) continue;
      if (node.count > 0) {
        for (std::uint32_t i = 0; i < node.count; ++i) visit(order_[node.first + i]);
      } else {
        waiting[count++] = node.first;
        waiting[count++] = node.first + 1;
      }
    }
  }

  /// The least of measure(index) over all boxes that are nearer to the point than what was found already.
  template <class Measure>
  double nearest(const Vec3& point, const Measure& measure) const {
    std::uint32_t waiting[64];
    int count = 0;
    waiting[count++] = 0;
    double best = std::numeric_limits<double>::infinity();
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (!(gap(node.box, point) < best)) continue;
      for (std::uint32_t i = 0; i < node.count; ++i) best = std::min(best, measure(order_[node.first + i]));
      if (node.count > 0) continue;
      const bool left_first = gap(nodes_[node.first].box, point) < gap(nodes_[node.first + 1].box, point);
      waiting[count++] = node.first + (left_first ? 1 : 0);
      waiting[count++] = node.first + (left_first ? 0 : 1);
    }
    return best;
  }

 private:
  struct Node {
    Box box;
    std::uint32_t first;  // child, the other one follows; or place in the order
    std::uint32_t count;  // of boxes; 0 for inner nodes
  };

  static double gap(const Box& box, const Vec3& p) { return (box.low - p).cwiseMax(p - box.high).cwiseMax(0.0).norm(); }
  void split(std::uint32_t node, std::span<const Box> boxes, std::uint32_t first, std::uint32_t count, double margin);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace impinge
