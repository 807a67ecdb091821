// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map_numbers.h"

#include <tbb/parallel_for.h>

#include <cmath>

#include "answer/map_bounds.h"
#include "answer/map_column.h"

namespace impinge {

namespace {

constexpr int kCoarse = 64;              // cells a side of the first look, which finds the window
constexpr std::size_t kTile = 1u << 21;  // cells that are in memory at a time

// Sums over the cells of a window, in depth steps.
struct Sums {
  double value = 0, low = 0, high = 0, moment_x = 0, moment_y = 0, moment_z = 0;
  std::int64_t longest = 0, longest_low = 0, longest_high = 0;
  std::uint64_t cells = 0, cells_low = 0, cells_high = 0, undecided = 0;
  Vec3 deepest = Vec3::Zero();
  Box touched;  // cells that may hold some of the overlap, as columns and rows of the whole view

  void add(const Sums& o) {
    value += o.value, low += o.low, high += o.high;
    moment_x += o.moment_x, moment_y += o.moment_y, moment_z += o.moment_z;
    if (o.longest > longest) longest = o.longest, deepest = o.deepest;
    longest_low = std::max(longest_low, o.longest_low);
    longest_high = std::max(longest_high, o.longest_high);
    cells += o.cells, cells_low += o.cells_low, cells_high += o.cells_high, undecided += o.undecided;
    touched.add(o.touched);
  }
};

// One row of cells. Rows are summed in their order, whatever the number of threads.
class RowSum {
 public:
  RowSum(const RasterView& view, const Zlist& lists, int row, int whole_row)
      : view_(view), lists_(lists), row_(row), whole_row_(whole_row) {}

  void add_centre(int column, const MapColumn& c) {
    sums.undecided += !c.balanced;
    if (c.longest <= 0) return;
    ++sums.cells;
    const auto length = static_cast<double>(c.overlap);
    sums.value += length;
    sums.moment_x += length * view_.x_of(column), sums.moment_y += length * view_.y_of(row_), sums.moment_z += c.moment;
    if (c.longest <= sums.longest) return;
    sums.longest = c.longest;
    sums.deepest = view_.point(column, row_, middle_of_longest(column));
  }

  void add_bounds(int column, const CellBounds& b) {
    sums.low += static_cast<double>(b.certain), sums.high += static_cast<double>(b.possible);
    sums.longest_low = std::max(sums.longest_low, b.longest_certain);
    sums.longest_high = std::max(sums.longest_high, b.longest_possible);
    sums.cells_low += b.certain > 0;
    if (!b.may_touch) return;
    ++sums.cells_high;
    sums.touched.add(Vec3(column, whole_row_, 0));
    sums.touched.add(Vec3(column + 1, whole_row_ + 1, 0));
  }

  Sums sums;

 private:
  double middle_of_longest(int column) const {
    ZlistSweep sweep(2);
    const std::size_t first = static_cast<std::size_t>(row_) * static_cast<std::size_t>(view_.columns());
    return longest_middle(lists_.list(first + static_cast<std::size_t>(column)), sweep);
  }

  const RasterView& view_;
  const Zlist& lists_;
  int row_, whole_row_;
};

// Bounds where faces are not at hand: half of what the next lines differ by, and the errors of the crossings.
CellBounds neighbour_bounds(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& longest,
                            const RasterView& view, int column, int row) {
  const auto at = [&](const std::vector<std::int64_t>& v, int c, int r) {
    c = std::clamp(c, 0, view.columns() - 1), r = std::clamp(r, 0, view.rows() - 1);
    return v[static_cast<std::size_t>(r) * static_cast<std::size_t>(view.columns()) + static_cast<std::size_t>(c)];
  };
  const auto range = [&](const std::vector<std::int64_t>& v, std::int64_t& low, std::int64_t& high) {
    const std::int64_t here = at(v, column, row);
    std::int64_t least = here, most = here;
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc)
        least = std::min(least, at(v, column + dc, row + dr)), most = std::max(most, at(v, column + dc, row + dr));
    low = here - (here - least + 1) / 2 - (here > least ? 4 : 0);
    high = here + (most - here + 1) / 2 + (most > 0 ? 4 : 0);
  };
  CellBounds b;
  range(lengths, b.certain, b.possible);
  range(longest, b.longest_certain, b.longest_possible);
  b.certain = std::max<std::int64_t>(b.certain, 0);
  b.longest_certain = std::max<std::int64_t>(b.longest_certain, 0);
  b.may_touch = b.possible > 0;
  return b;
}

// The rows of a part of the view, each summed by itself.
std::vector<Sums> sum_rows(const RasterView& view, std::span<const RasterObject> objects, int first_row,
                           const Control& control) {
  const Zlist lists(view, objects, control);
  const bool meshes = objects[0].mesh != nullptr && objects[1].mesh != nullptr;
  const auto columns = static_cast<std::size_t>(view.columns());
  std::optional<CoverList> covers;
  if (meshes) covers.emplace(view, objects, INT32_MIN, INT32_MAX, control);
  std::vector<std::int64_t> lengths(meshes ? 0 : view.cells()), longest(meshes ? 0 : view.cells());
  std::vector<Sums> rows(static_cast<std::size_t>(view.rows()));
  tbb::parallel_for(0, view.rows(), [&](int row) {
    ZlistSweep sweep(2);
    BoundsSweep bounds;
    RowSum sum(view, lists, row, first_row + row);
    for (int column = 0; column < view.columns(); ++column) {
      const std::size_t cell = static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
      const MapColumn c = solid_column(lists.list(cell), sweep);
      sum.add_centre(column, c);
      if (meshes)
        sum.add_bounds(column, bounds.run(covers->list(cell), lists.list(cell)));
      else
        lengths[cell] = c.overlap, longest[cell] = c.longest;
    }
    rows[static_cast<std::size_t>(row)] = sum.sums;
  });
  if (!meshes)
    tbb::parallel_for(0, view.rows(), [&](int row) {
      RowSum sum(view, lists, row, first_row + row);
      sum.sums = rows[static_cast<std::size_t>(row)];
      for (int column = 0; column < view.columns(); ++column)
        sum.add_bounds(column, neighbour_bounds(lengths, longest, view, column, row));
      rows[static_cast<std::size_t>(row)] = sum.sums;
    });
  return rows;
}

// In tiles of rows, so that memory does not grow with the resolution.
Sums sum_view(const RasterView& view, std::span<const RasterObject> objects, const Control& control) {
  Sums sums;
  const int height = std::max(1, static_cast<int>(kTile / static_cast<std::size_t>(view.columns())));
  for (int row = 0; row < view.rows(); row += height) {
    control.poll();
    const RasterView part = view.part(row, std::min(view.rows(), row + height));
    for (const Sums& s : sum_rows(part, objects, row, control)) sums.add(s);
  }
  return sums;
}

}  // namespace

MapNumbers map_numbers(const ViewFrame& frame, const RasterObject& a, const RasterObject& b, int resolution,
                       const Control& control) {
  const RasterObject objects[] = {a, b};
  const Box box_a = a.seen(frame), box_b = b.seen(frame);
  Box window = intersection(box_a, box_b), extent = box_a;
  extent.add(box_b);
  MapNumbers numbers;
  if (window.empty()) return numbers;
  // A coarse look first, until the window around what may overlap shrinks no more.
  for (int look = 0; look < 8; ++look) {
    const RasterView coarse(frame, window, extent, std::min(kCoarse, resolution));
    const Box touched = sum_view(coarse, objects, control).touched;
    if (touched.empty()) {
      numbers.cell = coarse.cell();
      return numbers;
    }
    const double x0 = coarse.x_of(0) - coarse.cell() / 2, y0 = coarse.y_of(0) - coarse.cell() / 2;
    const Box part{{x0 + touched.low.x() * coarse.cell(), y0 + touched.low.y() * coarse.cell(), window.low.z()},
                   {x0 + touched.high.x() * coarse.cell(), y0 + touched.high.y() * coarse.cell(), window.high.z()}};
    const Box next = intersection(part, window);
    const auto side = [](const Box& w) { return std::max(w.high.x() - w.low.x(), w.high.y() - w.low.y()); };
    if (next.empty() || !(side(next) < 0.7 * side(window))) break;
    window = next;
  }
  const RasterView view(frame, window, extent, resolution);
  const Sums sums = sum_view(view, objects, control);
  const double step = view.depth_step(), unit = view.cell_area() * step;
  numbers.cell = view.cell();
  numbers.undecided = sums.undecided;
  numbers.volume = {sums.value * unit, sums.low * unit, sums.high * unit};
  numbers.area = {static_cast<double>(sums.cells) * view.cell_area(), static_cast<double>(sums.cells_low) * view.cell_area(),
                  static_cast<double>(sums.cells_high) * view.cell_area()};
  numbers.depth = {static_cast<double>(sums.longest) * step, static_cast<double>(sums.longest_low) * step,
                   static_cast<double>(sums.longest_high) * step};
  for (Bounded* x : {&numbers.volume, &numbers.area, &numbers.depth}) {
    // A hair for the sums in doubles.
    x->low *= 1 - 1e-12, x->high *= 1 + 1e-12;
    x->value = std::clamp(x->value, x->low, x->high);
  }
  if (sums.value > 0)
    numbers.centroid =
        frame.world({sums.moment_x / sums.value, sums.moment_y / sums.value, view.depth(sums.moment_z / sums.value)});
  numbers.deepest = sums.deepest;
  return numbers;
}

}  // namespace impinge
