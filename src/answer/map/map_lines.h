// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The cells of a map: what the line through each of them meets.

#include "answer/map/interference_map.h"
#include "answer/map/map_verdict.h"

namespace impinge {

/// The deepest line of two open surfaces, in depth steps.
struct SurfaceDepth {
  std::int64_t longest = 0;      ///< 0: no line has them in each other
  std::int64_t longest_low = 0;  ///< proved of some line
  std::size_t cell = 0;          ///< of the longest
  double middle = 0;             ///< depth of its middle

  void add(const SurfaceDepth& o);
};

/// A map without its numbers, and what these are found from.
struct MapLines {
  InterferenceMap map;
  RasterView view;
  bool a_below = true;              ///< which of two open surfaces counts as the lower one
  SurfaceDepth deepest{};           ///< of open surfaces
  std::vector<std::uint8_t> odd{};  ///< of open surfaces: cells whose line crosses both an odd number of times
};

/// Looks along all lines, and reads them by what is known about the bodies.
MapLines map_lines(const RasterObject& a, const RasterObject& b, const ViewFrame& frame, const MapOptions& options,
                   ZlistForm form, const MapTruth& truth, const Progress& progress, RasterDevice* device);

}  // namespace impinge
