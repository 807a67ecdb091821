// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Resolution where it matters: single cells of a window are halved, and their quarters in turn. What reaches into a cell is
// known from the cell above it, so that nothing else is drawn again. A quarter is a cell of the view that is twice as fine,
// on its lattice: its line and its bounds are the ones that a uniform raster of that resolution has there.

#include "answer/map/map_sums.h"

namespace impinge {

/// What is known about where the border of the overlap runs.
enum class CellKind : std::uint8_t {
  apart,      ///< no point of the cell is in both bodies
  uncertain,  ///< some may be
  together,   ///< every line of the cell meets both at once
};
CellKind kind_of(const CellBounds& b);

/// Long lists or steep depths, or where a place deeper than `deepest` may be; `share` is that of a cell of level 0.
bool is_uneven(const RefineRule& rule, const CellBounds& b, std::span<const Cover> covers, double share,
               std::int64_t deepest);

/// False where no length of its lists makes a cell uneven.
bool may_be_uneven(const RefineRule& rule, const CellBounds& b, double share);

/// Whether the border of the overlap runs through some of four quarters. It may run where they meet, so that all are
/// uncertain: `lost` counts how often that was so, and twice in a row means it is not a border.
class BorderTrace {
 public:
  BorderTrace next(std::span<const CellBounds, 4> quarters) const;
  bool runs_through(const CellBounds& b) const { return lost_ < 2 && kind_of(b) == CellKind::uncertain; }

 private:
  int lost_ = 0;
};

/// The cells of a view of two meshes. Keeps its memory between cells.
class MeshRefiner {
 public:
  /// `view` is that of level 0, whole or a part.
  MeshRefiner(const RasterView& view, std::span<const RasterObject> objects, const RefineRule& rule, const Control& control);

  /// Adds the quarters of a cell, or theirs where they are halved again. `covers` is the conservative list of the cell,
  /// which begins with these winding numbers.
  void refine(int column, int row, std::span<const Cover> covers, const Windings& windings, MapSums& sums) {
    windings_ = windings;
    halve(0, column, row, covers, {}, sums);
  }

 private:
  struct Quarters {
    std::vector<Cover> covers[4];
    std::vector<Fragment> lists[4];
    CellBounds bounds[4];
  };
  void halve(int level, int column, int row, std::span<const Cover> covers, BorderTrace border, MapSums& sums);
  void draw(const RasterView& view, std::span<const Cover> covers, Quarters& quarters) const;

  std::span<const RasterObject> objects_;
  RefineRule rule_;
  const Control& control_;
  Windings windings_{};
  std::vector<RasterView> views_;  // of every level
  std::vector<BoundsWalk> walks_;
  std::vector<Quarters> quarters_;
};

}  // namespace impinge
