// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <utility>

#include "localise/slice_map/cell_list.h"

namespace impinge {

/// What the kernel of a CellList sees of it.
struct CellListView {
  static constexpr std::uint32_t kTall = 640;  ///< boxes of a row, from which on only those at the right height are read

  explicit CellListView(const CellList& list)
      : start(list.start_.data()),
        listed(list.listed_.data()),
        slabs(list.slabs_.data()),
        axis(list.columns_.axis),
        shift(list.shift_),
        row(list.row_),
        ordered(list.ordered_) {
    for (int k = 0; k < 6; ++k) bounds[k] = list.bounds_[k].data();
  }

  std::uint32_t first_column(const CellItem& item, std::size_t k) const {
    return static_cast<std::uint32_t>(std::max(0, (item.low[static_cast<std::size_t>(axis[k])] >> shift) - kMostSteps));
  }
  std::uint32_t last_column(const CellItem& item, std::size_t k) const {
    return static_cast<std::uint32_t>(item.high[static_cast<std::size_t>(axis[k])] >> shift);
  }

  /// Adds the box of an item to that of all if both together still span few columns.
  bool joins(const CellItem& item, CellItem& all) const {
    CellItem both = all;
    for (std::size_t k = 0; k < 3; ++k) {
      both.low[k] = std::min(all.low[k], item.low[k]);
      both.high[k] = std::max(all.high[k], item.high[k]);
      if ((both.high[k] >> shift) - (both.low[k] >> shift) > kMostSteps) return false;
    }
    all = both;
    return true;
  }

  /// The part of a column at the height of the item.
  std::pair<std::uint32_t, std::uint32_t> level_with(const CellItem& item, std::uint32_t begin, std::uint32_t end) const {
    const auto along = static_cast<std::size_t>(axis[2]);
    const std::int16_t* low = bounds[along];
    const int first = (item.low[along] >> shift) - kMostSteps, last = item.high[along] >> shift;
    const auto cell = [&](std::int16_t v) { return v >> shift; };
    const auto* from = std::partition_point(low + begin, low + end, [&](std::int16_t v) { return cell(v) < first; });
    const auto* to = std::partition_point(from, low + end, [&](std::int16_t v) { return cell(v) <= last; });
    return {static_cast<std::uint32_t>(from - low), static_cast<std::uint32_t>(to - low)};
  }

  const std::uint32_t *start, *listed;
  const CellSlabs* slabs;
  const std::int16_t* bounds[6];
  std::array<int, 3> axis;
  int shift;
  std::uint32_t row;
  bool ordered;  ///< boxes of a column, by their cells along it
};

}  // namespace impinge
