// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Cells halved where a body is not a mesh. Bounds follow from neighbouring lines there, so those around a cell are drawn
// with it.

#include <array>
#include <memory>

#include "answer/map/map_refine.h"
#include "raster/draw/raster_lines.h"

namespace impinge {

/// What the bounds of a cell take from a line.
struct LineLengths {
  LineLengths() = default;
  explicit LineLengths(const MapColumn& c) : length(c.overlap), longest(c.longest), meets(c.meets()) {}
  std::int64_t length = 0, longest = 0;  ///< of the overlap, and of its longest stretch
  bool meets = false;                    ///< both bodies at once
};

/// A line and the eight around it, row by row.
using NeighbourLines = std::array<LineLengths, 9>;

/// Bounds where faces are not at hand: half of what the next lines differ by, and the errors of the crossings.
CellBounds neighbour_bounds(const NeighbourLines& lines);

/// The cells of a view. Keeps its memory between cells.
class LineRefiner {
 public:
  /// `view` is that of level 0, whole or a part.
  LineRefiner(const RasterView& view, std::span<const RasterObject> objects, const RefineRule& rule, const Control& control);

  /// Adds the quarters of a cell, or theirs where they are halved again. `faces` has every face of a mesh that reaches into
  /// the cell or one next to it, once.
  void refine(int column, int row, std::span<const Cover> faces, MapSums& sums) { halve(0, column, row, faces, {}, sums); }

 private:
  static constexpr int kSide = 4;  // lines: two in the cell and one around
  struct Lines {
    std::vector<Fragment> lists[kSide * kSide];
  };
  void halve(int level, int column, int row, std::span<const Cover> faces, BorderTrace border, MapSums& sums);
  void draw(std::size_t level, int column, int row, std::span<const Cover> faces, Lines& lines);

  std::span<const RasterObject> objects_;
  RefineRule rule_;
  const Control& control_;
  std::vector<RasterView> views_;                                 // of every level
  std::vector<std::vector<std::unique_ptr<ShapeLines>>> shapes_;  // of every level, for every object that is not a mesh
  std::vector<Lines> lines_;
};

}  // namespace impinge
