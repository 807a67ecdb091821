// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/predicates.h"

namespace impinge {

struct PlanePoint {
  double x = 0, y = 0;

  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

inline int turn(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  return orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/// A rectangle; empty until something is put in.
struct PlaneBox {
  double x_low = kInfinity, y_low = kInfinity, x_high = -kInfinity, y_high = -kInfinity;

  void add(const PlanePoint& p) {
    x_low = std::min(x_low, p.x);
    x_high = std::max(x_high, p.x);
    y_low = std::min(y_low, p.y);
    y_high = std::max(y_high, p.y);
  }
  void add(const PlaneBox& b) {
    x_low = std::min(x_low, b.x_low);
    x_high = std::max(x_high, b.x_high);
    y_low = std::min(y_low, b.y_low);
    y_high = std::max(y_high, b.y_high);
  }
  bool meets(const PlaneBox& b) const {
    return x_low <= b.x_high && b.x_low <= x_high && y_low <= b.y_high && b.y_low <= y_high;
  }
  /// True if all of it lies to the right of the line from a to b, or on it.
  bool right_of(const PlanePoint& a, const PlanePoint& b) const {
    return turn(a, b, {b.y < a.y ? x_high : x_low, b.x < a.x ? y_low : y_high}) <= 0;
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

/// A tree of boxes over the edges of a polygon in their order, which keeps neighbours together: edges that may meet a
/// triangle are found without looking at all. Edge k runs from corner k; edges are moved and taken out one at a time.
class ChainBoxes {
 public:
  static constexpr std::uint32_t kLeaf = 8;  // edges of a box at the bottom

  void reset(std::uint32_t n_edges) {
    leaves_ = std::bit_ceil((n_edges + kLeaf - 1) / kLeaf);
    n_edges_ = n_edges;
    boxes_.assign(std::size_t{2} * leaves_, {});
  }

  /// `box_of(k)` is the box of edge k, empty if it is out. For a start the leaves are filled one by one, then the rest.
  template <class BoxOf>
  void fill(const BoxOf& box_of) {
    for (std::uint32_t leaf = 0; leaf * kLeaf < n_edges_; ++leaf) fill_leaf(leaf, box_of);
    for (std::uint32_t node = leaves_ - 1; node > 0; --node) join(node);
  }

  /// Edge k has changed.
  template <class BoxOf>
  void update(std::uint32_t k, const BoxOf& box_of) {
    fill_leaf(k / kLeaf, box_of);
    for (std::uint32_t node = (leaves_ + k / kLeaf) / 2; node > 0; node /= 2) join(node);
  }

  /// Calls `visit(k)` for edges in boxes that `may_meet(box)`, until it returns true; false if it never does.
  template <class MayMeet, class Visit>
  bool any(const MayMeet& may_meet, const Visit& visit) const {
    std::array<std::uint32_t, 64> open;  // two nodes a level at most
    std::size_t n_open = 0;
    open[n_open++] = 1;
    while (n_open > 0) {
      const std::uint32_t node = open[--n_open];
      if (!may_meet(boxes_[node])) continue;
      if (node < leaves_) {
        open[n_open++] = 2 * node + 1;
        open[n_open++] = 2 * node;
        continue;
      }
      const std::uint32_t first = (node - leaves_) * kLeaf;
      for (std::uint32_t k = first; k < std::min(first + kLeaf, n_edges_); ++k)
        if (visit(k)) return true;
    }
    return false;
  }

 private:
  template <class BoxOf>
  void fill_leaf(std::uint32_t leaf, const BoxOf& box_of) {
    PlaneBox box;
    for (std::uint32_t k = leaf * kLeaf; k < std::min((leaf + 1) * kLeaf, n_edges_); ++k) box.add(box_of(k));
    boxes_[leaves_ + leaf] = box;
  }

  void join(std::uint32_t node) {
    boxes_[node] = boxes_[2 * node];
    boxes_[node].add(boxes_[2 * node + 1]);
  }

  std::uint32_t leaves_ = 1;
  std::uint32_t n_edges_ = 0;
  std::vector<PlaneBox> boxes_;  // as in a heap: node i has the children 2i and 2i + 1
};

}  // namespace impinge
