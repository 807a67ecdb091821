// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>

#include "raster/view/raster_view.h"

namespace impinge::gl {

/// Calls on_part(part) for whole rows of a view, at most this many cells at a time, unless a single row has more, until one
/// says false. Passes over all cells of larger views at once touch more pages than the card's look-up of addresses holds: an
/// H200 takes twenty times as long for four times the cells.
template <typename OnPart>
bool for_each_part(const RasterView& view, std::int64_t most_cells, const OnPart& on_part) {
  const int rows = static_cast<int>(std::clamp<std::int64_t>(most_cells / view.columns(), 1, view.rows()));
  for (int row = 0; row < view.rows(); row += rows)
    if (!on_part(rows == view.rows() ? view : view.part(row, std::min(row + rows, view.rows())))) return false;
  return true;
}

}  // namespace impinge::gl
