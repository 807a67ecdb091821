// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The conservative z-list: for every closed cell, every face whose shadow meets it, with a range that holds all its depths
// there. Two faces that share a point are both listed in that point's cell with ranges that overlap, whatever the
// resolution. Where no range of an object lies, its winding number is the same all over the cell, namely that on the line
// through the middle.

#include <span>
#include <vector>

#include "base/control.h"
#include "base/kept_memory.h"
#include "pairs/candidates.h"
#include "raster/device/cover.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// The lists of all cells.
class CoverList {
 public:
  /// Depths outside [z_low, z_high] steps are left out. Throws Error (too_large) where the lists would not fit into memory.
  CoverList(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low, std::int32_t z_high,
            const Control& control);

  std::span<const Cover> list(std::size_t cell) const {
    return {covers_.data() + begin_[cell], covers_.data() + begin_[cell + 1]};
  }
  std::size_t size() const { return covers_.size(); }

 private:
  bool draw_on_device(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                      std::int32_t z_high);

  KeptVector<std::uint32_t> begin_;
  KeptVector<Cover> covers_;
};

/// Every pair of faces of different objects whose ranges overlap in some cell, once and in order. Objects are named by
/// `ids`. Throws Error (too_large) beyond `most`.
std::vector<Candidate> cover_pairs(const CoverList& covers, std::size_t cells, std::span<const std::uint32_t> ids,
                                   std::uint64_t most, const Control& control);

}  // namespace impinge
