// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/overlap.h>

#include "io/picture/picture_layer.h"

namespace impinge {

/// Where the colour ramps of a map end; wider gaps and deeper overlaps have the last colour.
struct MapScale {
  double gap = 0;    ///< 0 where no line meets a gap
  double depth = 0;  ///< 0 where no line meets a penetration
};

/// Ends at round numbers: the gap that 19 of 20 cells do not exceed, or `range` if that is positive and finite; the depth
/// that none exceeds.
MapScale scale_of(const InterferenceMap& map, double range);

/// The least of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten that is not below; 0 for what is not positive.
double round_up(double value);

/// The colours of the paper, named by what they mean there: pale where one body is alone; green, the narrow gap, borders on
/// yellow, the contact; from there to dark red the deeper overlaps.
Rgb map_colour(MapCell cell, double gap, const MapScale& scale);
Rgb gap_colour(double share);    ///< 0 is narrow, 1 wide
Rgb depth_colour(double share);  ///< 0 is shallow, 1 deep

}  // namespace impinge
