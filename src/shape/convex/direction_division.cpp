// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/convex/direction_division.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace impinge {

namespace {

constexpr int kTopMost = 2048;        // cells along a cube side: 25 million in all, enough for 2^31 faces
constexpr int kBlockMost = 256;       // along a divided cell
constexpr int kAcrossMost = 1 << 28;  // cells along a cube side in the finest level

std::size_t place(const CubeCell& c, int top) { return static_cast<std::size_t>((c.side * top + c.row) * top + c.column); }

// Each cell from four of the next finer division.
std::vector<std::uint32_t> halved(const std::vector<std::uint32_t>& fine, int top) {
  std::vector<std::uint32_t> coarse(fine.size() / 4, 0);
  for (int side = 0; side < 6; ++side)
    for (int row = 0; row < 2 * top; ++row)
      for (int column = 0; column < 2 * top; ++column)
        coarse[place({side, column / 2, row / 2, top}, top)] += fine[place({side, column, row, 2 * top}, 2 * top)];
  return coarse;
}

// Cells along a side of a cell that holds this many items.
int division_of(std::size_t count, double items_per_cell) {
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count) / items_per_cell) - 1e-9)), 1,
                    kBlockMost);
}

std::uint64_t block_cells(int k) { return k > 1 ? static_cast<std::uint64_t>(k) * static_cast<std::uint64_t>(k) + 1 : 0; }

}  // namespace

DirectionDivision::DirectionDivision(std::span<const Vec3> directions, int levels, double items_per_cell)
    : levels_(levels), items_per_cell_(items_per_cell) {
  const double wanted = static_cast<double>(directions.size()) / items_per_cell;  // cells in all
  int finest = 1;
  while (finest < kTopMost && 6.0 * finest * finest * 2 < wanted) finest *= 2;
  top_ = finest;
  if (levels < 2) return;
  // Coarser divisions are counted from the finest.
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(6) * static_cast<std::size_t>(finest * finest), 0);
  std::vector<CubePoint> points;
  points.reserve(directions.size());
  for (const Vec3& d : directions) {
    points.push_back(cube_point(d));
    const CubePoint& p = points.back();
    ++counts[place({p.side(), cube_cell(p.u, finest), cube_cell(p.v, finest), finest}, finest)];
  }
  const auto needed = [&](const std::vector<std::uint32_t>& in) {
    std::uint64_t n = in.size();
    for (const std::uint32_t c : in) n += block_cells(division_of(c, 2 * items_per_cell));
    return n;
  };
  std::uint64_t best = needed(counts);
  for (int top = finest; top > 1;) {
    counts = halved(counts, top /= 2);
    if (const std::uint64_t n = needed(counts); n < best) {
      best = n;
      top_ = top;
    }
  }
  begin_.assign(static_cast<std::size_t>(6) * static_cast<std::size_t>(top_ * top_) + 1, 0);
  const auto cell_of = [&](const CubePoint& p) {
    return place({p.side(), cube_cell(p.u, top_), cube_cell(p.v, top_), top_}, top_);
  };
  for (const CubePoint& p : points) ++begin_[cell_of(p) + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  items_.resize(points.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const CubePoint& p : points) items_[next[cell_of(p)]++] = {p.u, p.v};
  open_.resize(static_cast<std::size_t>(levels));
}

std::vector<std::uint32_t> DirectionDivision::ends_of(Items items, const CubeCell& cell, int k) const {
  std::vector<std::uint32_t> counts(static_cast<std::size_t>(k) * static_cast<std::size_t>(k), 0);
  for (const Item& i : items) {
    const int column = std::clamp(cube_cell(i.u, cell.across * k) - cell.column * k, 0, k - 1);
    const int row = std::clamp(cube_cell(i.v, cell.across * k) - cell.row * k, 0, k - 1);
    ++counts[static_cast<std::size_t>(row * k + column)];
  }
  return counts;
}

// Sorts the items of a cell by its k * k cells; where those of each end.
std::vector<std::uint32_t> DirectionDivision::bucket(Items items, const CubeCell& cell, int k) {
  std::vector<std::uint32_t> ends = ends_of(items, cell, k);
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<std::uint32_t> next(ends.size(), 0);
  std::copy(ends.begin(), ends.end() - 1, next.begin() + 1);
  sorted_.resize(items.size());
  for (const Item& i : items) {
    const int column = std::clamp(cube_cell(i.u, cell.across * k) - cell.column * k, 0, k - 1);
    const int row = std::clamp(cube_cell(i.v, cell.across * k) - cell.row * k, 0, k - 1);
    sorted_[next[static_cast<std::size_t>(row * k + column)]++] = i;
  }
  std::copy(sorted_.begin(), sorted_.end(), items.begin());
  return ends;
}

std::uint64_t DirectionDivision::last_level_cells(Items items, const CubeCell& cell, int k) const {
  std::uint64_t n = block_cells(k);
  for (const std::uint32_t c : ends_of(items, cell, k)) n += block_cells(division_of(c, 2 * items_per_cell_));
  return n;
}

// Of all divisions with one more level below, the one of least memory; the last level divides evenly.
int DirectionDivision::choose(Items items, const CubeCell& cell, int level) const {
  const int even = division_of(items.size(), 2 * items_per_cell_);
  if (even == 1 || cell.across > kAcrossMost / kBlockMost) return 1;
  if (level + 1 >= levels_) return even;
  int best = even;
  std::uint64_t least = last_level_cells(items, cell, even);
  for (int k = 2; k < even; k *= 2)
    if (const std::uint64_t n = last_level_cells(items, cell, k); n < least) {
      least = n;
      best = k;
    }
  return best;
}

int DirectionDivision::split(const CubeCell& cell, int level) {
  if (levels_ < 2 || level >= levels_) return 1;
  Items items;
  if (level == 1) {
    const std::size_t at = place(cell, top_);
    items = Items(items_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
  } else {
    const Open& above = open_[static_cast<std::size_t>(level - 2)];
    const int column = cell.column - above.cell.column * above.k, row = cell.row - above.cell.row * above.k;
    const auto i = static_cast<std::size_t>(row * above.k + column);
    const std::uint32_t from = i > 0 ? above.ends[i - 1] : 0;
    items = above.items.subspan(from, above.ends[i] - from);
  }
  const int k = choose(items, cell, level);
  if (k > 1 && level + 1 < levels_) open_[static_cast<std::size_t>(level - 1)] = {cell, items, k, bucket(items, cell, k)};
  return k;
}

}  // namespace impinge
