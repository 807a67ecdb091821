// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// M. Shinya and M.-C. Forgue, "Interference detection through rasterization", 1991: for every cell of a view the list of all
// crossings of its line with all objects, sorted by depth.

#include <span>
#include <vector>

#include "base/control.h"
#include "base/kept_memory.h"
#include "raster/view/fragment.h"
#include "raster/view/raster_object.h"

namespace impinge {

class RasterDevice;

/// The lists of all cells.
class Zlist {
 public:
  /// Draws all objects, on the device where there is one. Throws Error (too_large) where the lists would not fit into
  /// memory. `times`, if given, gets the times of transforming, drawing and sorting.
  struct Times {
    double transform_ms = 0, draw_ms = 0, sort_ms = 0;
  };
  Zlist(const RasterView& view, std::span<const RasterObject> objects, const Progress& progress,
        RasterDevice* device = nullptr, Times* times = nullptr);

  /// How many lines the nearest and farthest crossings of each body settled.
  struct Extremes {
    std::uint64_t convex = 0;   ///< every body is met once: the two crossings are all there are
    std::uint64_t apart = 0;    ///< bodies of several layers whose extremes lie apart: a final no
    std::uint64_t flagged = 0;  ///< complete lists were needed
  };
  /// The paper's form for closed bodies: two draws keep the nearest and the farthest crossing of each, and lists hold no
  /// more than these except on flagged lines. Overlaps, gaps between bodies and what bounds them are those of the complete
  /// lists; layers of a body that is apart from all others are left out. The device, if there is one, draws flagged lines.
  static Zlist by_extremes(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
                           RasterDevice* device = nullptr, Extremes* extremes = nullptr);

  const RasterView& view() const { return view_; }
  std::span<const std::uint32_t> begin() const { return begin_; }
  std::span<const Fragment> list(std::size_t cell) const {
    return {fragments_.data() + begin_[cell], fragments_.data() + begin_[cell + 1]};
  }
  std::size_t size() const { return fragments_.size(); }

 private:
  explicit Zlist(const RasterView& view) : view_(view) {}
  bool draw_on_device(std::span<const RasterObject> objects, const Control& control, RasterDevice* device);

  RasterView view_;
  KeptVector<std::uint32_t> begin_;
  KeptVector<Fragment> fragments_;
};

}  // namespace impinge
