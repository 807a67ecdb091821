// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape/convex/cube_map.h"

namespace impinge {

/// A cell of a side of the cube, among `across` times as many.
struct CubeCell {
  int side, column, row, across;
};

/// How a direction map is divided, level by level: where items are many, cells are divided again, in the way that needs
/// least memory.
class DirectionDivision {
 public:
  DirectionDivision(std::span<const Vec3> directions, int levels, double items_per_cell);

  /// Cells along a side of the cube in the upper level.
  int top() const { return top_; }
  /// Into how many cells along its side a cell is divided; `level` counts from 1. Cells must be asked for from the top:
  /// those of a cell that is divided may follow at once.
  int split(const CubeCell& cell, int level);

 private:
  struct Item {
    double u, v;
  };
  using Items = std::span<Item>;

  int choose(Items items, const CubeCell& cell, int level) const;
  std::uint64_t last_level_cells(Items items, const CubeCell& cell, int k) const;
  std::vector<std::uint32_t> bucket(Items items, const CubeCell& cell, int k);
  std::vector<std::uint32_t> ends_of(Items items, const CubeCell& cell, int k) const;

  int levels_;
  double items_per_cell_;
  int top_ = 1;
  std::vector<Item> items_, sorted_;
  std::vector<std::uint32_t> begin_;  // of the items of each cell of the upper level
  // The division under way: of each level, the cell that is divided and where the items of its cells end.
  struct Open {
    CubeCell cell{};
    Items items{};
    int k = 0;
    std::vector<std::uint32_t> ends{};
  };
  std::vector<Open> open_;
};

}  // namespace impinge
