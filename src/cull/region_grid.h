// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "base/box.h"

namespace impinge {

/// Three cell numbers in one word, a byte an axis, x lowest; the top byte is 1.
using CellCode = std::uint32_t;

inline int cell_of(CellCode code, int axis) { return static_cast<int>(code >> (8 * axis) & 255u); }

/// A grid over the box that two objects have in common. On each axis the cell number is a monotone function of the
/// coordinate, whatever it rounds to: 0 before the region, 1 to cells() in it, cells() + 1 behind it. So a point of a
/// triangle lies in a cell between the lowest and the highest cell of its corners, without any margin.
class RegionGrid {
 public:
  static constexpr int kCells = 254;

  RegionGrid() = default;  ///< of nothing, to be assigned to
  explicit RegionGrid(const Box& region);

  const Box& region() const { return region_; }
  int cells(int axis) const { return cells_[axis]; }

  /// The coordinate in cells, not clamped: ((x * unit) - origin) * scale, rounded after each operation.
  double position(int axis, double x) const { return (x * unit_ - origin_[axis]) * scale_[axis]; }

  CellCode code(const Vec3& p) const;

  double unit() const { return unit_; }
  const Vec3& origin() const { return origin_; }
  const Vec3& scale() const { return scale_; }

 private:
  Box region_;
  double unit_ = 1;             // power of two that keeps products in range; 1 for all ordinary input
  Vec3 origin_ = Vec3::Zero();  // region.low * unit
  Vec3 scale_ = Vec3::Ones();   // cells in the unit
  int cells_[3] = {1, 1, 1};    // kCells, or 1 where the region is flat
};

}  // namespace impinge
