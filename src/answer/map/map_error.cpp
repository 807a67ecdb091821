// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A target for the error in place of a resolution.
#include <algorithm>
#include <cmath>

#include "answer/map/map_numbers.h"
#include "raster/view/raster_view.h"

namespace impinge {

namespace {

constexpr int kHalvings = 3;     // of the cells that leave most uncertain: cheaper than finer lines everywhere
constexpr double kMostStep = 4;  // times the cells a side from one look to the next: guesses may be off
constexpr double kHair = 1e-9;   // of a value: what rounding leaves between bounds

// How many times wider the bounds are than they should be.
double excess(const Bounded& b, double error) {
  const double width = b.high - b.low;
  if (width <= kHair * b.high) return 0;
  return width / (error * b.value);  // infinite for a value of 0
}

}  // namespace

MapNumbers map_numbers_within(double error, const ViewFrame& frame, const RasterObject& a, const RasterObject& b,
                              int resolution, int refine, const Progress& progress, RasterDevice* device) {
  MapNumbers best = map_numbers(frame, a, b, resolution, refine, progress, device);
  if (error <= 0) return best;
  for (;;) {
    const double times = std::max(excess(best.volume, error), excess(best.depth, error));
    best.within = times <= 1;
    // Where lines find nothing at all, finer ones hardly will.
    if (best.within || resolution >= kMaxResolution || best.volume.high <= 0) return best;
    const bool halved = refine >= kHalvings;
    refine = std::max(refine, kHalvings);
    // Widths fall with the edge of a cell.
    if (halved)
      resolution = static_cast<int>(std::min<double>(kMaxResolution, resolution * std::clamp(times, 2.0, kMostStep)));
    MapNumbers next = map_numbers(frame, a, b, resolution, refine, progress, device);
    // Both looks are proofs, but for shapes that only lines tell about.
    if (a.mesh == nullptr || b.mesh == nullptr) {
      best = std::move(next);
      continue;
    }
    const auto narrow = [](Bounded& into, const Bounded& by) {
      into.low = std::max(into.low, by.low);
      into.high = std::max(into.low, std::min(into.high, by.high));
      into.value = std::clamp(into.value, into.low, into.high);
    };
    narrow(next.volume, best.volume);
    narrow(next.depth, best.depth);
    narrow(next.area, best.area);
    best = std::move(next);
  }
}

}  // namespace impinge
