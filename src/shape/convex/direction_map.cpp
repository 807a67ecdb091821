// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects (polygon mesh
// map). Linear memory; the build counts items in cells and walks from cell to neighbouring cell.
#include "shape/convex/direction_map.h"

namespace impinge {

namespace {

constexpr int kTopMost = 2048;   // cells along a cube side: 25 million in all, enough for 2^31 faces
constexpr int kBlockMost = 256;  // along a divided cell

std::vector<std::uint32_t> counted(std::span<const Vec3> directions, int top) {
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(6) * static_cast<std::size_t>(top * top), 0);
  for (const Vec3& d : directions) {
    const CubePoint p = cube_point(d);
    ++counts[static_cast<std::size_t>((p.side() * top + cube_cell(p.v, top)) * top + cube_cell(p.u, top))];
  }
  return counts;
}

// Each cell from four of the next finer division.
std::vector<std::uint32_t> halved(const std::vector<std::uint32_t>& fine, int top) {
  std::vector<std::uint32_t> coarse(fine.size() / 4, 0);
  for (int side = 0; side < 6; ++side)
    for (int row = 0; row < 2 * top; ++row)
      for (int column = 0; column < 2 * top; ++column)
        coarse[static_cast<std::size_t>((side * top + row / 2) * top + column / 2)] +=
            fine[static_cast<std::size_t>((side * 2 * top + row) * 2 * top + column)];
  return coarse;
}

// Cells along a side of a cell that holds this many items.
int division_of(std::uint32_t count, double items_per_cell) {
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(count / items_per_cell) - 1e-9)), 1, kBlockMost);
}

std::uint64_t cells_needed(const std::vector<std::uint32_t>& counts, double items_per_cell) {
  std::uint64_t n = counts.size();
  for (const std::uint32_t c : counts) {
    const auto k = static_cast<std::uint64_t>(division_of(c, 2 * items_per_cell));
    if (k > 1) n += k * k + 1;
  }
  return n;
}

}  // namespace

DirectionMap::DirectionMap(std::span<const Vec3> directions, const Layout& layout, const Locate& locate) {
  const double wanted = static_cast<double>(directions.size()) / layout.items_per_cell;  // cells in all
  int finest = 1;
  while (finest < kTopMost && 6.0 * finest * finest * 2 < wanted) finest *= 2;
  if (layout.levels < 2) {
    top_ = finest;
    fill(counted(directions, finest), layout.items_per_cell, false, locate);
    return;
  }
  std::vector<std::uint32_t> counts = counted(directions, finest), best = counts;
  top_ = finest;
  for (int top = finest; top > 1;) {
    counts = halved(counts, top /= 2);
    if (cells_needed(counts, layout.items_per_cell) < cells_needed(best, layout.items_per_cell)) {
      best = counts;
      top_ = top;
    }
  }
  fill(best, layout.items_per_cell, true, locate);
}

void DirectionMap::fill(const std::vector<std::uint32_t>& counts, double items_per_cell, bool divide, const Locate& locate) {
  cells_.assign(counts.size(), 0);
  std::uint32_t hint = 0;
  for (int side = 0; side < 6; ++side)
    for (int row = 0; row < top_; ++row)
      for (int step = 0; step < top_; ++step) {
        const int column = row % 2 == 0 ? step : top_ - 1 - step;  // to and fro, so that hints stay near
        const auto cell = static_cast<std::size_t>((side * top_ + row) * top_ + column);
        const int k = divide ? division_of(counts[cell], 2 * items_per_cell) : 1;
        if (k > 1) {
          cells_[cell] = kDivided | static_cast<std::uint32_t>(cells_.size());
          cells_.push_back(static_cast<std::uint32_t>(k));
        }
        for (int i = 0; i < k; ++i)
          for (int j = 0; j < k; ++j) {
            const double u = cube_middle(column * k + j, top_ * k), v = cube_middle(row * k + i, top_ * k);
            hint = locate(cube_direction(side, u, v), hint);
            if (k > 1)
              cells_.push_back(hint);
            else
              cells_[cell] = hint;
          }
      }
  cells_.shrink_to_fit();
}

std::uint32_t DirectionMap::seed_below(const CubePoint& p, int column, int row, std::uint32_t block) const {
  const int k = static_cast<int>(cells_[block]);
  const int j = std::clamp(static_cast<int>((p.u + 1) * 0.5 * top_ * k) - column * k, 0, k - 1);
  const int i = std::clamp(static_cast<int>((p.v + 1) * 0.5 * top_ * k) - row * k, 0, k - 1);
  return cells_[block + 1 + static_cast<std::uint32_t>(i * k + j)];
}

}  // namespace impinge
