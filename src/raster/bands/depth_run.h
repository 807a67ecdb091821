// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Neighbouring lines of a row that meet a face, put into the slots of their cells as many at a time as fit a vector.

#include <span>

#include "raster/bands/band_sort.h"
#include "raster/draw/raster_draw.h"

namespace impinge {

/// Keys have the depth in their upper bits, from here on.
template <typename Key>
inline constexpr int kDepthShift = sizeof(Key) == 4   ? 2
                                   : sizeof(Key) == 8 ? 34
                                                      : 52;

/// The key of a crossing at a depth; `base` is that at depth 0.
template <typename Key>
Key key_at(const Key& base, std::int32_t z) {
  return base | static_cast<Key>(static_cast<std::uint32_t>(z)) << kDepthShift<Key>;
}

template <typename Key>
struct DepthRun {
  Key base;
  std::uint32_t cell;           ///< the first one
  std::int32_t count;           ///< of cells
  double x;                     ///< from the corner of the plane to the first centre
  double ax, y, z0, low, high;  ///< as in RasterSpan::for_each_depth

  DepthRun() = default;
  DepthRun(const RasterSpan& span, std::size_t row_cell, const Key& key)
      : base(key),
        cell(static_cast<std::uint32_t>(row_cell + static_cast<std::size_t>(span.begin))),
        count(span.end - span.begin),
        x(span.begin * kSubcells + kSubcells / 2 - span.plane.x0),
        ax(span.plane.ax),
        y((span.row * kSubcells + kSubcells / 2 - span.plane.y0) * span.plane.ay),
        z0(span.plane.z0),
        low(span.plane.z_low),
        high(span.plane.z_high) {}

  /// Calls put(cell, key) for each crossing.
  template <typename Put>
  void for_each(const Put& put) const {
    for (std::int32_t i = 0; i < count; ++i) {
      const double z = z0 + ((x + i * kSubcells) * ax + y);
      put(cell + static_cast<std::uint32_t>(i), key_at(base, static_cast<std::int32_t>(std::clamp(z, low, high) + 0.5)));
    }
  }
};

/// Puts the crossings of runs into the next slots of their cells, as BandLists::SlotWriter does.
/// @{
void put_runs(std::span<const DepthRun<std::uint32_t>> runs, std::uint32_t* slots, std::uint32_t* counts,
              std::size_t stride);
void put_runs(std::span<const DepthRun<std::uint64_t>> runs, std::uint64_t* slots, std::uint32_t* counts,
              std::size_t stride);
/// @}

}  // namespace impinge
