// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_numbers.h"

#include <cmath>
#include <memory>
#include <optional>

#include "answer/map/map_sums.h"

namespace impinge {

namespace {

constexpr int kCoarse = 64;             // cells a side of the first look
constexpr double kCoarseShare = 0.05;   // of the time
constexpr double kUneven = 2;           // times the mean width between bounds
constexpr double kLeastWidth = 64;      // steps: rounding alone leaves as much
constexpr std::size_t kMostParts = 64;  // windows: each of them costs a look at all faces

// Coarse cells that may hold some of the overlap, in parts that touch each other.
class CoarseParts {
 public:
  CoarseParts(const std::vector<std::uint8_t>& touched, int columns, int rows)
      : columns_(columns), rows_(rows), part_of_(touched.size(), 0) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        if (touched[place(column, row)] != 0 && part_of_[place(column, row)] == 0) grow(touched, column, row);
    if (ranges_.size() > kMostParts) join();
  }

  std::size_t count() const { return ranges_.size(); }
  std::size_t cells() const { return cells_; }
  const CellRange& range(std::size_t part) const { return ranges_[part]; }
  /// Of the cells that all windows have.
  double share(std::size_t part) const {
    const auto cells = [](const CellRange& r) {
      return static_cast<double>(r.column_end - r.column_begin) * static_cast<double>(r.row_end - r.row_begin);
    };
    double all = 0;
    for (const CellRange& r : ranges_) all += cells(r);
    return cells(ranges_[part]) / all;
  }
  CellRange whole() const {
    CellRange all = ranges_.front();
    for (const CellRange& r : ranges_)
      all = {std::min(all.column_begin, r.column_begin), std::max(all.column_end, r.column_end),
             std::min(all.row_begin, r.row_begin), std::max(all.row_end, r.row_end)};
    return all;
  }
  CoarseCells seen_by(std::size_t part, int finer, const ViewBlocks* blocks) const {
    return {part_of_, static_cast<std::uint16_t>(part + 1), columns_, finer, blocks};
  }

 private:
  std::size_t place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }

  // Everything that is connected with a cell becomes a part.
  void grow(const std::vector<std::uint8_t>& touched, int first_column, int first_row) {
    const auto part = static_cast<std::uint16_t>(ranges_.size() + 1);
    CellRange range{first_column, first_column + 1, first_row, first_row + 1};
    std::vector<std::pair<int, int>> todo = {{first_column, first_row}};
    part_of_[place(first_column, first_row)] = part;
    while (!todo.empty()) {
      const auto [column, row] = todo.back();
      todo.pop_back();
      ++cells_;
      range = {std::min(range.column_begin, column), std::max(range.column_end, column + 1), std::min(range.row_begin, row),
               std::max(range.row_end, row + 1)};
      for (int r = std::max(0, row - 1); r < std::min(rows_, row + 2); ++r)
        for (int c = std::max(0, column - 1); c < std::min(columns_, column + 2); ++c)
          if (touched[place(c, r)] != 0 && part_of_[place(c, r)] == 0) {
            part_of_[place(c, r)] = part;
            todo.emplace_back(c, r);
          }
    }
    ranges_.push_back(range);
  }

  // Too many to look at one by one.
  void join() {
    ranges_ = {whole()};
    for (std::uint16_t& p : part_of_) p = p != 0;
  }

  int columns_, rows_;
  std::vector<std::uint16_t> part_of_;  // from 1; 0: nothing there
  std::vector<CellRange> ranges_;
  std::size_t cells_ = 0;
};

Bounded bounded(double value, double low, double high) {
  // A hair for the sums in doubles.
  low *= 1 - 1e-12;
  high *= 1 + 1e-12;
  return {std::clamp(value, low, high), low, high};
}

// What cells `finer` times smaller will have between their bounds follows from the coarse ones: widths fall with the edge of
// a cell. Cells of twice the mean are worth halving.
RefineRule refine_rule(const MapSums& rough, std::size_t coarse_cells, int finer, const RasterView& fine, int levels) {
  RefineRule rule;
  while (rule.levels < levels && fine.finest() >= 2 << rule.levels) ++rule.levels;
  const double mean = (rough.high - rough.low) / (static_cast<double>(finer) * static_cast<double>(coarse_cells));
  rule.width = std::max(kUneven * mean, kLeastWidth);
  rule.deepest = rough.longest_low;
  return rule;
}

// A value from whole cells, and one from cells some of which are halved. Errors of whole cells often cancel out, so that
// theirs may be the better one. Where the narrower bounds allow it, it stays; where they exclude it, the other takes its
// place up to as far beyond the bound as it was off, which is nearer to the truth wherever between the bounds that is.
double never_worse(double whole, double halved, double low, double high) {
  if (whole < low) return std::clamp(halved, low, std::min(high, 2 * low - whole));
  if (whole > high) return std::clamp(halved, std::max(low, 2 * high - whole), high);
  return whole;
}

// Which lines the numbers rest on.
struct BestLines {
  double value, cells;
  const LineSums &overlap, &deepest;
};

BestLines best_lines(const MapSums& sums) {
  if (sums.halved[0] == 0) return {sums.value, sums.cells, sums, sums};
  const MapSums::Whole& whole = sums.whole;
  const double volume = std::clamp(whole.value, whole.low, whole.high);
  const double cells = std::clamp(whole.cells, whole.cells_low, whole.cells_high);
  const bool stays = volume >= sums.low && volume <= sums.high;
  // No line is longer than the longest, so the greater of two is the better one.
  const bool whole_deeper = whole.longest > sums.longest;
  return {never_worse(volume, sums.value, sums.low, sums.high),
          never_worse(cells, sums.cells, sums.cells_low, sums.cells_high),
          stays ? static_cast<const LineSums&>(whole) : sums, whole_deeper ? static_cast<const LineSums&>(whole) : sums};
}

MapNumbers numbers_of(const MapSums& sums, const RasterView& view) {
  MapNumbers numbers;
  const double step = view.depth_step(), area = view.cell_area(), unit = area * step;
  const auto as_real = [](auto x) { return static_cast<double>(x); };
  const BestLines best = best_lines(sums);
  numbers.cell = view.cell();
  numbers.undecided = sums.undecided;
  numbers.volume = bounded(best.value * unit, sums.low * unit, sums.high * unit);
  numbers.area = bounded(best.cells * area, sums.cells_low * area, sums.cells_high * area);
  for (int level = 0; level < kMostHalvings && sums.halved[static_cast<std::size_t>(level)] > 0; ++level)
    numbers.refined.push_back({view.cell() / (1 << level), sums.halved[static_cast<std::size_t>(level)]});
  numbers.depth =
      bounded(as_real(best.deepest.longest) * step, as_real(sums.longest_low) * step, as_real(sums.longest_high) * step);
  if (best.deepest.longest > 0) numbers.deepest = best.deepest.deepest;
  const LineSums& overlap = best.overlap;
  if (overlap.value > 0)
    numbers.centroid = view.frame().world(
        {overlap.moment_x / overlap.value, overlap.moment_y / overlap.value, view.depth(overlap.moment_z / overlap.value)});
  return numbers;
}

// Nothing was seen, but shapes without faces are seen only by lines: what both boxes have in common may be between them.
MapNumbers unseen_numbers(MapNumbers numbers, const Box& common) {
  const Vec3 size = common.high - common.low;
  numbers.volume.high = std::max(numbers.volume.high, size.x() * size.y() * size.z());
  numbers.area.high = std::max(numbers.area.high, size.x() * size.y());
  numbers.depth.high = std::max(numbers.depth.high, size.z());
  return numbers;
}

}  // namespace

MapNumbers map_numbers(const ViewFrame& frame, const RasterObject& a, const RasterObject& b, int resolution, int refine,
                       const Progress& progress, RasterDevice* device) {
  const RasterObject objects[] = {a, b};
  const Box box_a = a.seen(frame), box_b = b.seen(frame);
  Box window, extent = box_a;
  extent.add(box_b);
  // Bodies that touch may have boxes that rounding parts.
  window =
      intersection(grown(box_a, largest_coordinate(extent) * 0x1p-48), grown(box_b, largest_coordinate(extent) * 0x1p-48));
  if (window.empty()) return {};
  const bool by_lines = a.shape != nullptr || b.shape != nullptr;
  std::unique_ptr<PartMeshes> near;  // faces that reach into the window, once it is known to be smaller
  for (int look = 0;; ++look) {
    // A coarse look first, until the window around what may overlap shrinks no more.
    const RasterView coarse(frame, window, extent, by_lines ? kCoarse : std::min(kCoarse, resolution));
    const CellRange all{0, coarse.columns(), 0, coarse.rows()};
    std::vector<std::uint8_t> touched(coarse.cells(), 0);
    std::optional<ViewBlocks> blocks;
    const std::span<const RasterObject> seen = near ? near->objects() : objects;
    if (!by_lines) blocks.emplace(coarse, seen, progress.control());
    MapSums rough;
    if (blocks && refine == 0)
      touched = touched_cells(coarse, seen, *blocks, progress.control());
    else
      rough = sum_cells(coarse, all, {{}, 0, coarse.columns(), 1, blocks ? &*blocks : nullptr}, {}, seen, progress.control(),
                        device, &touched);
    const CoarseParts parts(touched, coarse.columns(), coarse.rows());
    if (parts.count() == 0) {
      const MapNumbers none = numbers_of(rough, coarse);
      return by_lines ? unseen_numbers(none, window) : none;
    }
    const CellRange w = parts.whole();
    const bool smaller = 10 * std::max(w.column_end - w.column_begin, w.row_end - w.row_begin) <
                         7 * std::max(coarse.columns(), coarse.rows());
    if (look < 8 && smaller) {
      window = {
          {coarse.x_of(w.column_begin) - coarse.cell() / 2, coarse.y_of(w.row_begin) - coarse.cell() / 2, window.low.z()},
          {coarse.x_of(w.column_end) - coarse.cell() / 2, coarse.y_of(w.row_end) - coarse.cell() / 2, window.high.z()}};
      // A device knows whole bodies.
      if (blocks && device == nullptr) {
        const PartMeshes::Chosen chosen = blocks->within(w);
        blocks.reset();
        near = std::make_unique<PartMeshes>(seen, chosen);
      }
      continue;
    }
    // As many cells as were asked for, where they matter.
    const double most = std::min(1024.0, coarse.finest());
    const int finer =
        static_cast<int>(std::clamp(resolution / std::sqrt(static_cast<double>(parts.cells())), 1.0, std::max(1.0, most)));
    const RasterView fine = coarse.finer(finer);
    const RefineRule rule = refine_rule(rough, parts.cells(), finer, fine, refine);
    const Progress fine_look = progress.part(kCoarseShare, 1);
    MapSums sums;
    double done = 0;
    for (std::size_t p = 0; p < parts.count(); ++p) {
      const CellRange& r = parts.range(p);
      const double next = done + parts.share(p);
      sums.add(sum_cells(fine, {r.column_begin * finer, r.column_end * finer, r.row_begin * finer, r.row_end * finer},
                         parts.seen_by(p, finer, blocks ? &*blocks : nullptr), rule, seen, fine_look.part(done, next),
                         device));
      done = next;
    }
    return numbers_of(sums, fine);
  }
}

}  // namespace impinge
