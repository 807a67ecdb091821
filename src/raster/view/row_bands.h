// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <bit>

#include "raster/view/raster_view.h"

namespace impinge {

/// The rows of a view in bands of some thousand cells, whose lists stay in the nearest caches.
struct RowBands {
  static constexpr int kCells = 4096;

  explicit RowBands(const RasterView& view)
      : columns(view.columns()),
        rows(view.rows()),
        shift(std::bit_width(static_cast<unsigned>(kCells / columns | 1)) - 1),
        count(((rows - 1) >> shift) + 1) {}

  int columns, rows;
  int shift;  ///< a band has 2^shift rows
  int count;
  int begin(int band) const { return band << shift; }
  int end(int band) const { return std::min(rows, (band + 1) << shift); }
  std::size_t first_cell(int band) const {
    return static_cast<std::size_t>(begin(band)) * static_cast<std::size_t>(columns);
  }
  std::size_t cells(int band) const {
    return static_cast<std::size_t>(end(band) - begin(band)) * static_cast<std::size_t>(columns);
  }
};

}  // namespace impinge
