// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include "base/control.h"
#include "localise/raster_object.h"

namespace impinge {

/// Sums over the cells of a window, in depth steps.
struct MapSums {
  double value = 0, low = 0, high = 0, moment_x = 0, moment_y = 0, moment_z = 0;
  std::int64_t longest = 0, longest_low = 0, longest_high = 0;
  std::uint64_t cells = 0, cells_low = 0, cells_high = 0, undecided = 0;
  Vec3 deepest = Vec3::Zero();

  void add(const MapSums& o);
};

/// The part of a coarse grid whose cells count, seen from a view that is `finer` times finer.
struct CoarseCells {
  std::span<const std::uint16_t> part_of;  ///< for each coarse cell; empty: every cell counts
  std::uint16_t part = 0;
  int columns = 0;  ///< of the coarse grid
  int finer = 1;

  bool count(int column, int row) const {
    return part_of.empty() || part_of[static_cast<std::size_t>(row / finer) * static_cast<std::size_t>(columns) +
                                      static_cast<std::size_t>(column / finer)] == part;
  }
};

/// Rows and columns of a view.
struct CellRange {
  int column_begin, column_end, row_begin, row_end;
};

/// Sums the cells of a range that count, in tiles, so that memory does not grow with the resolution. `touched`, if given,
/// has a flag for every cell of the view, set where the two bodies may share a point.
MapSums sum_cells(const RasterView& view, const CellRange& range, const CoarseCells& which,
                  std::span<const RasterObject> objects, const Control& control,
                  std::vector<std::uint8_t>* touched = nullptr);

}  // namespace impinge
