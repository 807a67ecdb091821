// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/interference_map.h"

#include <fmt/format.h>

#include <cmath>
#include <new>

#include "answer/map/map_lines.h"
#include "answer/map/map_numbers.h"
#include "answer/map/map_stages.h"
#include "answer/map/map_sums.h"
#include "answer/map/map_surface.h"
#include "answer/map/map_verdict.h"
#include "raster/direction/view_direction.h"

namespace impinge {

namespace {

// Each interval holds the truth, so what they share does; values count by how narrow their intervals are.
Bounded common(std::span<const Bounded> views) {
  Bounded all = views.front();
  double values = 0, weights = 0;
  for (const Bounded& v : views) {
    const double low = std::max(all.low, v.low), high = std::min(all.high, v.high);
    if (low > high) continue;  // bounds of shapes without faces are estimates
    all.low = low;
    all.high = high;
    const double weight = 1 / std::max(v.high - v.low, 1e-300);
    values += weight * v.value;
    weights += weight;
  }
  all.value = std::clamp(values / weights, all.low, all.high);
  return all;
}

// Bodies whose insides are proved to share nothing have no volume and no depth, and no area either where they are apart.
void set_solid_numbers(InterferenceMap& map, const MapNumbers& numbers, const MapTruth& truth) {
  map.overlap_volume = truth.no_overlap ? Bounded() : numbers.volume;
  map.max_depth = truth.no_overlap ? Bounded() : numbers.depth;
  map.projected_area = numbers.area;
  map.refined = numbers.refined;
  if (truth.no_overlap) return;
  map.centroid = numbers.centroid;
  map.deepest_point = numbers.deepest;
}

// Lines see nothing of what lies between them, and no faces say how it goes on there.
void mark_sampled(InterferenceMap& map) {
  if (map.overlap_volume) map.overlap_volume->sampled = true;
  map.projected_area.sampled = map.max_depth.sampled = true;
  for (Parting& parting : map.partings) parting.distance.sampled = true;
}

}  // namespace

void require_error(double error) {
  if (!(error >= 0 && error <= 1))
    throw Error(ErrorCode::bad_argument, fmt::format("error {}: must be a share of volume and depth, 0 to 1", error));
}

void require_refine(int refine) {
  if (refine < 0 || refine > kMostHalvings)
    throw Error(ErrorCode::bad_argument,
                fmt::format("cells can be halved between 0 and {} times, not {}", kMostHalvings, refine));
}

void require_map_options(const MapOptions& options) {
  require_view_options(options.view);
  require_refine(options.refine);
  require_error(options.error);
  if (!(options.range >= 0)) throw Error(ErrorCode::bad_argument, "the range of a map must not be negative");
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
    throw Error(ErrorCode::bad_argument, "the tolerance of a map must be finite and not negative");
  for (const Vec3& direction : options.directions) ViewFrame::along(direction);
}

InterferenceMap interference_map(const RasterObject& a, const RasterObject& b, std::span<const ViewChoice> views,
                                 const MapOptions& options, ZlistForm form, const PairAnswer* exact, Control& control,
                                 RasterDevice* device) {
  const int resolution = options.view.resolution.value_or(ViewOptions::kResolution);
  try {
    MapStages stages(control, options, views.size(), a.closed && b.closed, a.mesh != nullptr && b.mesh != nullptr);
    const MapTruth truth(exact);
    const ViewFrame frame = ViewFrame::along(views.front().direction);
    MapLines lines = map_lines(a, b, frame, options, form, truth, stages.lines(), device);
    InterferenceMap& map = lines.map;
    map.direction_rule = views.front().rule;
    map.slope = views.front().slope;
    map.views.assign(views.begin(), views.end());
    // Without an overlap volume and depth are known to be 0, and the area has no target.
    const bool clear_of_error = map.solids && truth.no_overlap;
    const auto numbers_along = [&](const ViewFrame& along) {
      const Progress progress = stages.numbers();
      if (truth.apart) return MapNumbers();
      MapNumbers found =
          map_numbers_within(clear_of_error ? 0 : options.error, along, a, b, resolution, options.refine, progress, device);
      if (!found.within) map.stats.not_as_asked = kTooWide;
      return found;
    };
    if (map.solids)
      set_solid_numbers(map, numbers_along(frame), truth);
    else
      set_surface_numbers(lines, a, b, stages.numbers());
    const bool clear = map.solids && truth.no_overlap;
    const auto add_parting = [&](const Vec3& direction) {
      const Progress progress = stages.parting();
      map.partings.push_back(clear ? Parting{ViewFrame::along(direction).forward, {}}
                                   : find_parting(a, b, direction, resolution, progress, device));
    };
    std::vector<Bounded> volumes;
    for (const ViewChoice& view : views.subspan(1)) {
      if (map.solids && !clear) volumes.push_back(numbers_along(ViewFrame::along(view.direction)).volume);
      add_parting(view.direction);
    }
    if (!volumes.empty()) {
      volumes.insert(volumes.begin(), *map.overlap_volume);
      map.overlap_volume = common(volumes);
    }
    for (const Vec3& direction : options.directions) add_parting(direction);
    set_verdict(map, exact, a.mesh != nullptr || b.mesh != nullptr, options.tolerance);
    if (a.shape != nullptr || b.shape != nullptr) mark_sampled(map);
    return std::move(map);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large,
                fmt::format("a map of {} cells a side does not fit into memory; lower the resolution", resolution));
  }
}

}  // namespace impinge
