// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The mean depth of a surface over a cell, from its faces as they are, not from a line. A cell of a smooth surface is then
// as certain as its faces; only where surfaces of the two bodies share depths does the edge of a cell count.

#include "raster/cover/cover_list.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// Cells of a view, beside each other.
struct CellRect {
  int column, row, columns, rows;
};

/// The corners of a face in steps of a view, not rounded.
struct LayerFace {
  double p[3][3];
};

/// Faces that were asked for last: neighbouring cells mostly have the same ones.
class LayerFaces {
 public:
  LayerFaces(const RasterView& view, std::span<const RasterObject> objects)
      : frame_(view.frame()), lattice_(view.lattice()), objects_(objects) {}
  const LayerFace& get(std::uint32_t object, std::uint32_t face);

 private:
  static constexpr std::size_t kKept = 16;
  struct Entry {
    std::uint32_t object = UINT32_MAX, face = 0;
    LayerFace corners;
  };
  ViewFrame frame_;
  RasterLattice lattice_;
  std::span<const RasterObject> objects_;
  Entry kept_[kKept];
};

/// Of the part of a body's surface between two depths, over one cell; lengths in depth steps.
struct LayerSum {
  double area = 0;   ///< of the faces' shadows in the cell, over that of the cell
  double depth = 0;  ///< integral of the depth over those shadows, over the area of the cell
  bool known = true;

  double reach = 0;  ///< steps that corners lie away from the cells, at most

  /// Adds a face over some cells, which count as one.
  void add(const LayerFace& face, const CellRect& cells);

 private:
  bool add_whole(const double (&p)[3][3], double width, double height);
};

/// Bounds of a mean length.
struct LayerBounds {
  double low, high;
};

/// The mean length between the layer and one end of [low, high]: in front of it, or behind. Every line of the cell meets the
/// layer an odd number of times, so that shadows that make up the area of the cell meet each line once; as far as they make
/// up more, anything may be the case.
LayerBounds layer_bounds(const LayerSum& layer, std::int64_t low, std::int64_t high, bool in_front, std::int32_t rounding);

}  // namespace impinge
