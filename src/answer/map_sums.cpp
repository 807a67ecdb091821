// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map_sums.h"

#include <tbb/parallel_for.h>

#include <optional>

#include "answer/map_bounds.h"
#include "answer/map_column.h"

namespace impinge {

namespace {

constexpr std::size_t kTile = 1u << 21;  // cells that are in memory at a time

// One row of cells. Rows are summed in their order, whatever the number of threads.
class RowSum {
 public:
  RowSum(const RasterView& view, const Zlist& lists, int row) : view_(view), lists_(lists), row_(row) {}

  void add_centre(int column, const MapColumn& c) {
    sums.undecided += !c.balanced;
    sums.cells += c.meets();
    if (c.longest <= 0) return;
    const auto length = static_cast<double>(c.overlap);
    sums.value += length;
    sums.moment_x += length * view_.x_of(column), sums.moment_y += length * view_.y_of(row_), sums.moment_z += c.moment;
    if (c.longest <= sums.longest) return;
    sums.longest = c.longest;
    const std::size_t first = static_cast<std::size_t>(row_) * static_cast<std::size_t>(view_.columns());
    const double z = longest_middle(lists_.list(first + static_cast<std::size_t>(column)));
    sums.deepest = view_.point(column, row_, z);
  }

  void add_bounds(const CellBounds& b) {
    sums.low += static_cast<double>(b.certain), sums.high += static_cast<double>(b.possible);
    sums.longest_low = std::max(sums.longest_low, b.longest_certain);
    sums.longest_high = std::max(sums.longest_high, b.longest_possible);
    sums.cells_low += b.certain > 0;
    sums.cells_high += b.may_touch;
  }

  MapSums sums;

 private:
  const RasterView& view_;
  const Zlist& lists_;
  int row_;
};

// Bounds where faces are not at hand: half of what the next lines differ by, and the errors of the crossings.
CellBounds neighbour_bounds(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& longest,
                            const RasterView& view, int column, int row) {
  const auto at = [&](const std::vector<std::int64_t>& v, int c, int r) {
    c = std::clamp(c, 0, view.columns() - 1), r = std::clamp(r, 0, view.rows() - 1);
    return v[static_cast<std::size_t>(r) * static_cast<std::size_t>(view.columns()) + static_cast<std::size_t>(c)];
  };
  struct Range {
    std::int64_t here, least, most;
  };
  const auto range = [&](const std::vector<std::int64_t>& v) {
    const std::int64_t here = at(v, column, row);
    Range r{here, here, here};
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        const std::int64_t next = at(v, column + dc, row + dr);
        r.least = std::min(r.least, next), r.most = std::max(r.most, next);
      }
    return r;
  };
  constexpr std::int64_t kRounding = 8;  // steps, of the crossings at both ends
  CellBounds b;
  const Range l = range(lengths), s = range(longest);
  // A border runs through cells beside one without overlap: nothing is certain there.
  if (l.least > 0) b.certain = std::max<std::int64_t>(0, l.here - (l.here - l.least + 1) / 2 - kRounding);
  if (l.most > 0) b.possible = l.here + (l.most - l.here + 1) / 2 + kRounding;
  if (s.least > 0) b.longest_certain = std::max<std::int64_t>(0, s.here - kRounding);
  // A top between the lines rises by no more than what the lines beside it fall by.
  if (s.most > 0) b.longest_possible = s.here + std::max(s.most - s.here, s.here - s.least) / 2 + 1 + kRounding;
  b.may_touch = b.possible > 0;
  return b;
}

// A tile: a view of its own at (column, row) of the whole one.
class Tile {
 public:
  Tile(const RasterView& view, int column, int row, const CoarseCells& which, std::span<const RasterObject> objects,
       const Control& control)
      : view_(view), column_(column), row_(row), which_(which), lists_(view, objects, control) {
    if (objects[0].mesh != nullptr && objects[1].mesh != nullptr)
      covers_.emplace(view, objects, INT32_MIN, INT32_MAX, control);
  }

  MapSums sum(std::vector<std::uint8_t>* touched, int whole_columns) const {
    std::vector<std::int64_t> lengths(covers_ ? 0 : view_.cells()), longest(covers_ ? 0 : view_.cells());
    if (!covers_)
      for_each_row([&](int row) {
        for (int column = 0; column < view_.columns(); ++column) {
          const MapColumn c = solid_column(lists_.list(place(column, row)));
          lengths[place(column, row)] = c.overlap, longest[place(column, row)] = c.longest;
        }
      });
    std::vector<MapSums> rows(static_cast<std::size_t>(view_.rows()));
    for_each_row([&](int row) {
      BoundsSweep bounds;
      RowSum sum(view_, lists_, row);
      for (int column = 0; column < view_.columns(); ++column) {
        if (!which_.count(column_ + column, row_ + row)) continue;
        const auto list = lists_.list(place(column, row));
        sum.add_centre(column, solid_column(list));
        const CellBounds b = covers_ ? bounds.run(covers_->list(place(column, row)), list)
                                     : neighbour_bounds(lengths, longest, view_, column, row);
        sum.add_bounds(b);
        if (touched != nullptr && b.may_touch)
          (*touched)[static_cast<std::size_t>(row_ + row) * static_cast<std::size_t>(whole_columns) +
                     static_cast<std::size_t>(column_ + column)] = 1;
      }
      rows[static_cast<std::size_t>(row)] = sum.sums;
    });
    MapSums all;
    for (const MapSums& r : rows) all.add(r);
    return all;
  }

 private:
  template <typename Work>
  void for_each_row(const Work& work) const {
    tbb::parallel_for(0, view_.rows(), work);
  }
  std::size_t place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(view_.columns()) + static_cast<std::size_t>(column);
  }

  RasterView view_;
  int column_, row_;
  const CoarseCells& which_;
  Zlist lists_;
  std::optional<CoverList> covers_;
};

}  // namespace

void MapSums::add(const MapSums& o) {
  value += o.value, low += o.low, high += o.high;
  moment_x += o.moment_x, moment_y += o.moment_y, moment_z += o.moment_z;
  if (o.longest > longest) longest = o.longest, deepest = o.deepest;
  longest_low = std::max(longest_low, o.longest_low);
  longest_high = std::max(longest_high, o.longest_high);
  cells += o.cells, cells_low += o.cells_low, cells_high += o.cells_high, undecided += o.undecided;
}

MapSums sum_cells(const RasterView& view, const CellRange& range, const CoarseCells& which,
                  std::span<const RasterObject> objects, const Control& control, std::vector<std::uint8_t>* touched) {
  MapSums sums;
  const int width = range.column_end - range.column_begin;
  const int height = std::max(1, static_cast<int>(kTile / static_cast<std::size_t>(width)));
  for (int row = range.row_begin; row < range.row_end; row += height) {
    control.poll();
    const RasterView part = view.part(row, std::min(range.row_end, row + height), range.column_begin, range.column_end);
    sums.add(Tile(part, range.column_begin, row, which, objects, control).sum(touched, view.columns()));
  }
  return sums;
}

}  // namespace impinge
