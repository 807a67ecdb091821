// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/kept_memory.h"
#include "localise/slice_map/cell_slabs.h"

namespace impinge {

/// The box of a face on a lattice of at most 2^15 steps over the region on each axis, reached by a monotone map.
struct CellItem {
  std::array<std::int16_t, 3> low, high;
  std::uint32_t face;
};

/// Items, and the slabs of each.
struct CellBoxes {
  std::span<const CellItem> items;
  std::span<const CellSlabs> slabs;
};

/// Which axes are cut into columns, and how finely: a column of level k is 2^(shift + k) steps wide.
struct CellColumns {
  std::array<int, 3> axis;           ///< the two across the columns, then the one along them
  int shift;                         ///< of level 0
  std::array<std::int16_t, 3> last;  ///< the highest step on each axis
};

/// Level 0 upwards; from this one on there is one column only.
inline constexpr int kMostLevels = 17;

/// The steps from column to column that an item of a level may span, on each axis and along the columns as well.
inline constexpr int kMostSteps = 2;

/// The lowest level at which an item spans no more steps than that.
inline int level_of(const CellItem& item, const CellColumns& columns) {
  const auto too_long = [&](int shift) {
    bool any = false;  // without branches: nearly all are short
    for (std::size_t k = 0; k < 3; ++k) any |= (item.high[k] >> shift) - (item.low[k] >> shift) > kMostSteps;
    return any;
  };
  int level = 0;
  while (too_long(columns.shift + level)) ++level;
  return level;
}

/// Items of one level, each listed once, in the column of its lower corner.
class CellList {
 public:
  /// Refers to the slabs from then on.
  CellList(const CellBoxes& boxes, std::span<const std::uint32_t> chosen, const CellColumns& columns, int level);

  /// Numbers of a listed item and of one that looked for it.
  struct Found {
    std::uint32_t listed, looking;
  };

  /// Finds, for each chosen item, the listed ones whose boxes and slabs meet its own. Returns how many
  /// comparisons that may have taken.
  std::uint64_t look_up(const CellBoxes& boxes, std::span<const std::uint32_t> chosen, KeptVector<Found>& found) const;

 private:
  friend struct CellListView;

  std::span<const CellSlabs> slabs_;  // of all items
  CellColumns columns_;
  int shift_;                           // of this level
  std::uint32_t row_;                   // columns in a row
  bool ordered_ = false;                // along the columns, cell by cell
  KeptVector<std::uint32_t> start_;     // of each column, and the end
  KeptVector<std::int16_t> bounds_[6];  // lows, then highs
  KeptVector<std::uint32_t> listed_;    // numbers of the items
};

}  // namespace impinge
