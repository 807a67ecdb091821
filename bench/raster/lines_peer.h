// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "bench_clock.h"
#include "raster/view/raster_object.h"

namespace impinge::bench {

/// Embree lists every crossing of the lines of a view with freshly built scenes, sorts them by depth and says on how many
/// lines the two bodies overlap. Negative where Embree is absent.
struct LinesResult {
  double ms = -1;
  std::uint64_t crossings = 0, overlapping = 0;
};
LinesResult embree_lines(const RasterView& view, std::span<const RasterObject> objects, BenchClock clock);

}  // namespace impinge::bench
