// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bounds on what lies between the sample lines. Over a closed cell, depths that no face of a body covers are inside or
// outside it all over the cell, as on the line through the middle; covered depths may be either. So the volume of the
// overlap is at least the certain part and at most the possible part. Depths that faces of one body alone cover, inside the
// other, are cut where the surface is: see layer_sum.h.

#include <array>

#include "answer/columns/layer_sum.h"
#include "answer/columns/map_column.h"
#include "raster/zlist/zlist.h"

namespace impinge {

/// Of bodies 0 and 1.
using Windings = std::array<int, 2>;

/// Over one cell, or over several ones as if they were one, in depth steps.
struct CellBounds {
  std::int64_t certain = 0, possible = 0;                  ///< mean length inside both bodies
  std::int64_t longest_certain = 0, longest_possible = 0;  ///< longest stretch
  bool may_touch = false;                                  ///< some stretch, even of zero length, may be in both
  bool touches = false;                                    ///< every line of the cell meets both at once, within rounding
};

/// Bodies 0 and 1, both closed. Keeps its memory between cells.
class BoundsWalk {
 public:
  /// Cells of this view.
  BoundsWalk(const RasterView& view, std::span<const RasterObject> objects)
      : rounding_(view.depth_rounding()), faces_(view, objects), touch_(flush_error(view)) {}
  /// The faces over the cells with ranges that hold their depths there, in order, and the crossings of a line through the
  /// cells. In front of them the winding numbers are `windings`.
  CellBounds run(const CellRect& cells, std::span<const Cover> covers, std::span<const Fragment> list,
                 const Windings& windings);

 private:
  // Covered depths without a break, and the winding numbers in front of them and behind.
  struct Covered {
    std::int64_t low, high;
    int before, behind;
    bool leaves() const { return before != 0 && behind == 0; }
    bool enters() const { return before == 0 && behind != 0; }
  };
  struct Event {
    std::int64_t z;
    int body;
    int kind;  // +1 a covered range begins, -1 it ends
    int winding;
  };
  void add_events(std::span<const Cover> covers, std::span<const Fragment> list, int body, int winding);
  bool are_flush() const;
  void cut_at_sheets(const CellRect& cells, std::span<const Cover> covers, const Windings& windings, CellBounds& bounds);
  std::int32_t rounding_;
  LayerFaces faces_;
  std::int64_t touch_;
  std::vector<Event> events_;
  std::vector<Covered> covered_[2];  // of each body
};

}  // namespace impinge
