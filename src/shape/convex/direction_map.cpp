// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects (polygon mesh
// map of t levels). Linear memory; the build counts items in cells and walks from cell to neighbouring cell.
#include "shape/convex/direction_map.h"

#include "shape/convex/direction_division.h"

namespace impinge {

DirectionMap::DirectionMap(std::span<const Vec3> directions, const Layout& layout, const Locate& locate) {
  DirectionDivision division(directions, layout.levels, layout.items_per_cell);
  top_ = division.top();
  fill(division, locate);
}

void DirectionMap::fill(DirectionDivision& division, const Locate& locate) {
  cells_.assign(static_cast<std::size_t>(6) * static_cast<std::size_t>(top_) * static_cast<std::size_t>(top_), 0);
  std::uint32_t hint = 0;
  // Gives a cell its item, or a block of cells, which come after all that is there.
  const auto fill_cell = [&](const auto& self, std::size_t at, const CubeCell& cell, int level) -> void {
    const int k = division.split(cell, level);
    if (k == 1) {
      hint =
          locate(cube_direction(cell.side, cube_middle(cell.column, cell.across), cube_middle(cell.row, cell.across)), hint);
      cells_[at] = hint;
      return;
    }
    const std::size_t block = cells_.size();
    cells_[at] = kDivided | static_cast<std::uint32_t>(block);
    cells_.resize(block + 1 + static_cast<std::size_t>(k) * static_cast<std::size_t>(k));
    cells_[block] = static_cast<std::uint32_t>(k);
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j)
        self(self, block + 1 + static_cast<std::size_t>(i * k + j),
             CubeCell{cell.side, cell.column * k + j, cell.row * k + i, cell.across * k}, level + 1);
  };
  for (int side = 0; side < 6; ++side)
    for (int row = 0; row < top_; ++row)
      for (int step = 0; step < top_; ++step) {
        const int column = row % 2 == 0 ? step : top_ - 1 - step;  // to and fro, so that hints stay near
        fill_cell(fill_cell, static_cast<std::size_t>((side * top_ + row) * top_ + column), {side, column, row, top_}, 1);
      }
  cells_.shrink_to_fit();
}

std::uint32_t DirectionMap::seed_below(const CubePoint& p, int column, int row, std::uint32_t block) const {
  for (int across = top_;;) {
    const int k = static_cast<int>(cells_[block]);
    across *= k;
    const int j = std::clamp(static_cast<int>((p.u + 1) * 0.5 * across) - column * k, 0, k - 1);
    const int i = std::clamp(static_cast<int>((p.v + 1) * 0.5 * across) - row * k, 0, k - 1);
    const std::uint32_t entry = cells_[block + 1 + static_cast<std::uint32_t>(i * k + j)];
    if ((entry & kDivided) == 0) return entry;
    column = column * k + j;
    row = row * k + i;
    block = entry & ~kDivided;
  }
}

}  // namespace impinge
