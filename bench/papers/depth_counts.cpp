// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "depth_counts.h"

#include <optional>
#include <utility>

#include "timing.h"

namespace impinge::bench::papers {

DepthCounts count_depths(const Problem& problem, int resolution, DepthCountOptions options, int rounds) {
  const RasterView view = problem.view(resolution);
  const bool swap = !first_is_a(view, problem.objects()[0], problem.objects()[1]);
  const RasterObject &a = problem.objects()[swap], &b = problem.objects()[!swap];
  Control control({}, {});
  DepthCounts counts;
  std::optional<DepthMaps> maps;
  counts.maps_ms = least_ms(rounds, [&] { maps.emplace(draw_depth_maps(view, a, control)); });
  const bool codes = std::exchange(options.layer_codes, false), second = std::exchange(options.second_pass, false);
  counts.first_ms = least_ms(rounds, [&] { counts.result = depth_count(*maps, a, b, options, control); });
  options.second_pass = second;
  counts.passes_ms = least_ms(rounds, [&] { counts.result = depth_count(*maps, a, b, options, control); });
  counts.whole_ms = counts.passes_ms;
  counts.passes = counts.result.passes;
  if (codes) {
    options.layer_codes = true;
    counts.whole_ms = least_ms(rounds, [&] { counts.result = depth_count(*maps, a, b, options, control); });
  }
  return counts;
}

}  // namespace impinge::bench::papers
