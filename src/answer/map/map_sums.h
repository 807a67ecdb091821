// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <array>

#include "answer/columns/map_bounds.h"
#include "answer/columns/map_column.h"
#include "answer/columns/view_blocks.h"
#include "base/control.h"

namespace impinge {

class RasterDevice;

inline constexpr int kMostHalvings = 8;  ///< times that a cell may be halved

/// What a line adds to sums, in depth steps.
struct LineOfCell {
  std::int64_t overlap = 0, longest = 0;
  double moment = 0, middle = 0;  ///< of the overlap, and of its longest stretch
  bool meets = false;             ///< both bodies at once
  bool balanced = true;           ///< every body is left as often as entered

  LineOfCell() = default;
  LineOfCell(const MapColumn& c, std::int64_t small_error)
      : overlap(c.longest > 0 ? c.overlap : 0),
        longest(c.longest),
        moment(c.moment),
        middle(c.middle),
        meets(c.meets(small_error)),
        balanced(c.balanced) {}
};

/// What lines add up to, in depth steps and cells of their window. A quarter of a cell counts as a quarter; such shares are
/// added without rounding.
struct LineSums {
  double value = 0, moment_x = 0, moment_y = 0, moment_z = 0, cells = 0;
  std::int64_t longest = 0;
  Vec3 deepest = Vec3::Zero();
  std::uint64_t undecided = 0;

  void add(const LineSums& o);
  /// What the line of a cell says, for this share of a cell.
  void add_line(const RasterView& view, int column, int row, const LineOfCell& line, double share);
};

/// What the cells around them are proved to add up to.
struct BoundSums {
  double low = 0, high = 0, cells_low = 0, cells_high = 0;
  std::int64_t longest_low = 0, longest_high = 0;

  void add(const BoundSums& o);
  void add_bounds(const CellBounds& b, double share);
};

/// Sums over the cells of a window, or over the quarters of those that are halved.
struct MapSums : LineSums, BoundSums {
  std::array<std::uint64_t, kMostHalvings> halved{};  ///< cells of each level
  /// The same with no cell halved, where some are.
  struct Whole : LineSums, BoundSums {
  } whole;

  void add(const MapSums& o);
};

/// The part of a coarse grid whose cells count, seen from a view that is `finer` times finer.
struct CoarseCells {
  std::span<const std::uint16_t> part_of;  ///< for each coarse cell; empty: every cell counts
  std::uint16_t part = 0;
  int columns = 0;  ///< of the coarse grid
  int finer = 1;
  const ViewBlocks* blocks = nullptr;  ///< of the coarse grid, of two meshes; null: nobody has looked at them yet

  bool count(int column, int row) const {
    return part_of.empty() || part_of[static_cast<std::size_t>(row / finer) * static_cast<std::size_t>(columns) +
                                      static_cast<std::size_t>(column / finer)] == part;
  }
};

/// Which cells are halved, from a look at coarser ones.
struct RefineRule {
  int levels = 0;            ///< how often at most
  double width = 0;          ///< between the bounds of the volume, in depth steps and cells of level 0
  std::int64_t deepest = 0;  ///< depth steps that are certain somewhere; a longer stretch may be the deepest
};

/// Whether the two bodies may share a point of a cell, for every cell of the view that the blocks are made of.
std::vector<std::uint8_t> touched_cells(const RasterView& view, std::span<const RasterObject> objects,
                                        const ViewBlocks& blocks, const Control& control);

/// Sums the cells of a range that count, in tiles, so that memory does not grow with the resolution. `touched`, if given,
/// has a flag for every cell of the view, set where the two bodies may share a point. The device, if there is one, draws.
MapSums sum_cells(const RasterView& view, const CellRange& range, const CoarseCells& which, const RefineRule& rule,
                  std::span<const RasterObject> objects, const Progress& progress, RasterDevice* device = nullptr,
                  std::vector<std::uint8_t>* touched = nullptr);

}  // namespace impinge
