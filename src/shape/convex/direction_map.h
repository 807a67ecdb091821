// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "shape/convex/cube_map.h"

namespace impinge {

class DirectionDivision;

/// The polygon mesh map of Nio, Tokumasu & Ochi on a cube: direction -> a number (face or vertex) that is right for the
/// middle of the direction's cell, where a walk starts. One level or several: cells that hold many items are divided again.
class DirectionMap {
 public:
  struct Layout {
    int levels = 2;
    double items_per_cell = 1;
  };
  /// Gives the item for a direction; the hint is the item of a neighbouring cell.
  using Locate = std::function<std::uint32_t(const Vec3& direction, std::uint32_t hint)>;

  DirectionMap() = default;
  /// `directions` tell where the items lie, so that cells are small where items are many. Of all divisions that keep
  /// items_per_cell on average, the one of least memory is taken.
  DirectionMap(std::span<const Vec3> directions, const Layout& layout, const Locate& locate);

  /// Where to start for a direction that is not zero.
  std::uint32_t seed(const Vec3& direction) const {
    const CubePoint p = cube_point(direction);
    const int column = cube_cell(p.u, top_), row = cube_cell(p.v, top_);
    const std::uint32_t entry = cells_[static_cast<std::size_t>((p.side() * top_ + row) * top_ + column)];
    return (entry & kDivided) == 0 ? entry : seed_below(p, column, row, entry & ~kDivided);
  }

  std::uint64_t bytes() const { return cells_.size() * sizeof(std::uint32_t); }
  int top() const { return top_; }

 private:
  static constexpr std::uint32_t kDivided = 1u << 31;  // the rest is where the block of smaller cells begins

  std::uint32_t seed_below(const CubePoint& p, int column, int row, std::uint32_t block) const;
  void fill(DirectionDivision& division, const Locate& locate);

  int top_ = 1;
  std::vector<std::uint32_t> cells_;  // upper level first, then blocks: cells along a side, then the cells
};

}  // namespace impinge
