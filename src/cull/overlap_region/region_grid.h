// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "base/box.h"

namespace impinge {

/// Three cell numbers in one word, a byte an axis, x lowest; the top byte is 1, or 0 for a vertex that was culled.
using CellCode = std::uint32_t;

constexpr CellCode kAliveCode = 1u << 24;

inline int cell_of(CellCode code, int axis) { return static_cast<int>(code >> (8 * axis) & 255u); }

/// Cells over the region that two objects have in common, and some more on each side. On each axis the cell number is a
/// monotone function of the coordinate, whatever it rounds to, so a point of a triangle lies in a cell between the lowest
/// and the highest cell of its corners, without any margin. Cell 0 is everything below, the last cell everything above.
class RegionGrid {
 public:
  static constexpr int kMostCells = 240;  ///< across the region
  static constexpr int kLongest = 2;      ///< the greatest value of longest()

  RegionGrid() = default;  ///< of nothing, to be assigned to
  /// For faces of that extent: cells of half of it, or larger ones where they would be too many.
  RegionGrid(const Box& region, double extent);

  const Box& region() const { return region_; }
  /// How many cells there are on an axis, from 0.
  int size(int axis) const { return size_[axis]; }
  /// A face that is not long spans at most this many steps from cell to cell on that axis: 1 where cells are as large as the
  /// faces, else 2.
  int longest(int axis) const { return longest_[axis]; }
  /// Cells of the region's low and high corner.
  /// @{
  CellCode first() const { return first_; }
  CellCode last() const { return last_; }
  /// @}

  /// The coordinate in cells, not clamped: ((x * unit) - origin) * scale, rounded after each operation.
  double position(int axis, double x) const { return (x * unit_ - origin_[axis]) * scale_[axis]; }

  /// The cell of a point, or the nearest one of the grid.
  CellCode code(const Vec3& p) const;

  /// True if a cell is far larger than the rounding of coordinates.
  bool coarse() const { return coarse_; }

  double unit() const { return unit_; }
  const Vec3& origin() const { return origin_; }
  const Vec3& scale() const { return scale_; }

 private:
  Box region_;
  double unit_ = 1;             // power of two that keeps products in range; 1 for all ordinary input
  Vec3 origin_ = Vec3::Zero();  // lower end of cell 0 where cells are counted from, times the unit
  Vec3 scale_ = Vec3::Ones();   // cells in the unit
  int size_[3] = {1, 1, 1}, longest_[3] = {kLongest, kLongest, kLongest};
  CellCode first_ = kAliveCode, last_ = kAliveCode;
  bool coarse_ = false;
};

}  // namespace impinge
