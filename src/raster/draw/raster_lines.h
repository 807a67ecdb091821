// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/control.h"
#include "raster/view/fragment.h"
#include "raster/view/raster_object.h"
#include "shape/line/line_rows.h"

namespace impinge {

/// The lines of a view in the frame of a shape. With `by_rows` a shape that rather answers many lines at once is asked for
/// a whole row, which pays where all its columns are asked about in a row.
class ShapeLines {
 public:
  ShapeLines(const RasterView& view, const RasterObject& object, bool by_rows = false);

  /// Appends the crossings of a cell's line, as those of object 0. Throws Error (bad_scene) where the shape gives a NaN.
  void cross(int column, int row, std::vector<Fragment>& out);

 private:
  Vec3 origin(int column, int row) const;
  void read_row(int row);
  void append(std::span<const Crossing> crossings, std::vector<Fragment>& out) const;

  const RasterView& view_;
  const RasterObject& object_;
  Eigen::Matrix3d back_;
  Vec3 direction_;
  Box box_;  // in the frame of the view
  std::vector<Crossing> crossings_;
  const LineRows* rows_;  // if the shape rather answers a row at once: all crossings of row_, where each column's begin
  int row_ = -1;
  std::vector<std::uint32_t> begin_;
};

/// Calls put(column, row, fragment) for every crossing of every line of some rows, from many threads, rows apart.
template <typename Put>
void draw_lines(const RasterView& view, const RasterObject& object, int row_begin, int row_end, const Control& control,
                const Put& put) {
  tbb::parallel_for(tbb::blocked_range<int>(row_begin, row_end), [&](const auto& rows) {
    ShapeLines lines(view, object, true);
    std::vector<Fragment> found;
    for (int row = rows.begin(); row < rows.end(); ++row) {
      control.poll();
      for (int column = 0; column < view.columns(); ++column) {
        found.clear();
        lines.cross(column, row, found);
        for (const Fragment& f : found) put(column, row, f);
      }
    }
  });
}

/// The same for all rows.
template <typename Put>
void draw_lines(const RasterView& view, const RasterObject& object, const Control& control, const Put& put) {
  draw_lines(view, object, 0, view.rows(), control, put);
}

}  // namespace impinge
