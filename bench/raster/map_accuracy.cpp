// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The error of a cell is its gap minus the mean gap of the 4 x 4 finer cells in it, where all of them meet both bodies;
// where the two windows differ by half a finer cell, cells on the border count half.
#include "map_accuracy.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace impinge::bench {
namespace {

/// Finer cells along one axis that a coarse cell covers, and how much of each: four, or three and two halves.
struct Covered {
  int first = 0, count = 0;
  double share[kFiner + 2] = {};

  /// `low` is the coarse cell's lower end in finer cells.
  explicit Covered(double low) : first(static_cast<int>(std::floor(low + 1e-6))) {
    for (; count < kFiner + 2; ++count) {
      const double from = std::max(low, double(first + count)), to = std::min(low + kFiner, double(first + count + 1));
      if (to - from < 1e-6) break;
      share[count] = (to - from) / kFiner;
    }
  }
};

/// The mean gap of the finer cells; NaN where one of them meets no gap or overlap.
double mean_of(const InterferenceMap& fine, const Covered& columns, const Covered& rows) {
  double mean = 0;
  for (int j = 0; j < rows.count; ++j) {
    for (int i = 0; i < columns.count; ++i) {
      const int column = columns.first + i, row = rows.first + j;
      const bool there = column >= 0 && row >= 0 && column < fine.columns && row < fine.rows;
      const auto at =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(fine.columns) + static_cast<std::size_t>(column);
      const double gap = there ? static_cast<double>(fine.gap[at]) : std::nan("");
      mean += gap * columns.share[i] * rows.share[j];
    }
  }
  return mean;
}

}  // namespace

Accuracy compare_maps(const InterferenceMap& map, const InterferenceMap& fine) {
  if (std::abs(map.cell - kFiner * fine.cell) > 1e-6 * map.cell) throw std::runtime_error("the finer map has other cells");
  const Vec3 shift = (map.origin - fine.origin) / fine.cell;
  const double right = shift.dot(map.right), up = shift.dot(map.up);
  Accuracy found;
  double squares = 0, near_squares = 0;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(column);
      const auto gap = static_cast<double>(map.gap[at]);
      const double mean = mean_of(fine, Covered(right + kFiner * column), Covered(up + kFiner * row));
      const double error = std::abs(gap - mean);
      if (!std::isfinite(error)) continue;
      ++found.cells;
      squares += error * error;
      found.worst = std::max(found.worst, error);
      if ((gap < 0) != (mean < 0)) ++found.other_side;
      if (mean > kNear) continue;
      ++found.near_cells;
      near_squares += error * error;
      found.worst_near = std::max(found.worst_near, error);
    }
  }
  if (found.cells > 0) found.rms = std::sqrt(squares / static_cast<double>(found.cells));
  if (found.near_cells > 0) found.rms_near = std::sqrt(near_squares / static_cast<double>(found.near_cells));
  return found;
}

}  // namespace impinge::bench
