// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// The squared distance of two boxes times a scale, rounded down.
inline double squared_gap(const Box& a, const Box& b, double scale) {
  const Vec3 gap = (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero()) * scale;
  return gap.squaredNorm() * (1 - 0x1p-46);  // far more than rounding, also that of a turned frame
}

/// Face pairs of two bodies by branch and bound over their face trees, nearer boxes first. Coordinates are multiplied by a
/// power of two that the caller chooses.
class NearestSearch {
 public:
  NearestSearch(const Body& a, const Body& b, double scale)
      : a_(a), b_(b), a_nodes_(a.tree().nodes()), b_nodes_(b.tree().nodes()), scale_(scale) {}

  /// Calls visit(face of a, face of b), but not below two nodes for which drop(node, node, bound) is true; the bound is not
  /// above the square of their distance. If the search gets long, the boxes are drawn a second time in a frame along
  /// direction(): between slanted walls boxes along the axes overlap far to all sides.
  template <typename Drop, typename Visit, typename Direction>
  void run(const Drop& drop, const Visit& visit, const Direction& direction) {
    const auto a_faces = a_.tree().faces(), b_faces = b_.tree().faces();
    const std::size_t turn_at = (a_nodes_.size() + b_nodes_.size()) / 8;
    std::vector<Entry> stack{entry(0, 0)};
    for (std::size_t steps = 0; !stack.empty(); ++steps) {
      if (steps % 1024 == 0) a_.control().poll();
      if (steps == turn_at) turn(direction());
      const Entry e = steps < turn_at ? stack.back() : entry(stack.back().a, stack.back().b);
      stack.pop_back();
      const FaceTree::Node &x = a_nodes_[e.a], &y = b_nodes_[e.b];
      if (drop(x, y, e.bound)) continue;
      if (x.leaf() && y.leaf()) {
        for (std::uint32_t i = x.begin; i < x.end; ++i)
          for (std::uint32_t j = y.begin; j < y.end; ++j) visit(a_faces[i], b_faces[j]);
        continue;
      }
      // Split the larger node, the nearer half on top of the stack.
      const bool split_a = y.leaf() || (!x.leaf() && x.end - x.begin >= y.end - y.begin);
      Entry first = split_a ? entry(e.a + 1, e.b) : entry(e.a, e.b + 1);
      Entry second = split_a ? entry(x.right, e.b) : entry(e.a, y.right);
      if (first.bound > second.bound) std::swap(first, second);
      stack.push_back(second);
      stack.push_back(first);
    }
  }

 private:
  struct Entry {
    std::uint32_t a, b;
    double bound;
  };

  Entry entry(std::uint32_t a, std::uint32_t b) const;
  void turn(const Vec3& direction);

  const Body &a_, &b_;
  std::span<const FaceTree::Node> a_nodes_, b_nodes_;
  double scale_;
  std::vector<Box> a_turned_, b_turned_;  // of the nodes, scaled; empty before the turn
};

}  // namespace impinge
