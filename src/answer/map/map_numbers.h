// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/overlap.h>

#include "base/control.h"
#include "raster/view/raster_object.h"

namespace impinge {

class RasterDevice;

/// Volume, depth and area of the overlap of two bodies along a direction.
struct MapNumbers {
  Bounded volume, area, depth;
  std::optional<Vec3> centroid, deepest;  ///< where a line meets the overlap
  double cell = 0;                        ///< of the window around the overlap
  std::vector<RefinedLevel> refined;
  bool within = true;           ///< the error asked for was reached
  std::uint64_t undecided = 0;  ///< lines on which a body is not left as often as entered
};

/// Looks only at the window around the overlap, at the given resolution, and halves cells at most `refine` times. Both
/// bodies are closed. For meshes the bounds are proofs; for other shapes they follow from the differences between
/// neighbouring lines.
MapNumbers map_numbers(const ViewFrame& frame, const RasterObject& a, const RasterObject& b, int resolution, int refine,
                       const Progress& progress, RasterDevice* device);

/// The same, looked at ever more finely until the bounds of volume and depth lie no farther apart than this share of the
/// values; 0: at once as asked. Each look costs some four times the one before; the last one has 8192 cells a side.
MapNumbers map_numbers_within(double error, const ViewFrame& frame, const RasterObject& a, const RasterObject& b,
                              int resolution, int refine, const Progress& progress, RasterDevice* device);

}  // namespace impinge
