// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace impinge {

/// The box of a face in cells of the region grid, and the column of its lower corner.
struct CellItem {
  float low[3], high[3];
  std::uint32_t face;
  std::uint16_t first[2];
};

/// Two axes of the region cut into columns; the rows of the second one are shared out among the threads.
struct CellColumns {
  int axis[2];
  float scale[2];  ///< columns in a cell of the region grid
  int size[2];

  int column(int k, float position) const {
    return static_cast<int>(std::clamp(std::floor(position * scale[k]), 0.0f, static_cast<float>(size[k] - 1)));
  }
  int last(const CellItem& item, int k) const { return column(k, item.high[axis[k]]); }
};

/// Rows first to last of the columns, with the listed items in each column they reach.
struct CellBand {
  /// A listed box and one that looked for it.
  struct Found {
    std::uint32_t listed, looking;  ///< faces
  };

  const CellColumns& columns;
  int first, last;
  std::vector<std::uint32_t> start{};  ///< of each column, and the end
  std::vector<float> bounds[6]{};      ///< lows, then highs of the listed boxes
  std::vector<std::uint32_t> faces{}, corners{};

  /// Fills the columns with the chosen items.
  void list(std::span<const CellItem> items, std::span<const std::uint32_t> chosen);

  /// Finds, for each chosen item, the listed boxes that meet its box; each pair once, in the first column common to both.
  void look_up(std::span<const CellItem> items, std::span<const std::uint32_t> chosen, std::vector<Found>& found) const;

  template <typename Visit>
  void visit(const CellItem& item, const Visit& visit_column) const {
    const int low = std::max<int>(item.first[1], first), high = std::min(columns.last(item, 1), last);
    const int left = item.first[0], right = columns.last(item, 0);
    for (int y = low; y <= high; ++y)
      for (int x = left; x <= right; ++x) visit_column(static_cast<std::size_t>(y - first) * columns.size[0] + x, x, y);
  }
};

}  // namespace impinge
