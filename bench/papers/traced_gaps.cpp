// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "traced_gaps.h"

#include <algorithm>
#include <cmath>

#include "map_accuracy.h"

namespace impinge::bench::papers {
namespace {

constexpr double kFar = 1000;  // mm: beyond both bodies

}  // namespace

TracedGaps compare_with_rays(const Engine& engine, const Scene& scene, const InterferenceMap& map) {
  std::vector<Ray> down, up;
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < map.gap.size(); ++cell) {
    if (!std::isfinite(map.gap[cell])) continue;
    cells.push_back(cell);
    const auto columns = static_cast<std::size_t>(map.columns);
    for (int i = 0; i < kFiner * kFiner; ++i) {
      const double x = static_cast<double>(cell % columns) + (i % kFiner + 0.5) / kFiner,
                   y = static_cast<double>(cell / columns) + (i / kFiner + 0.5) / kFiner;
      const Vec3 foot = map.origin + map.cell * (x * map.right + y * map.up);
      down.push_back({foot + kFar * map.direction, -map.direction});
      up.push_back({foot - kFar * map.direction, map.direction});
    }
  }
  const RayAnswers lower = engine.rays(scene, {0}, down), upper = engine.rays(scene, {1}, up);
  TracedGaps found;
  double squares = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    double mean = 0;
    for (std::size_t i = k * kFiner * kFiner; i < (k + 1) * kFiner * kFiner; ++i)
      mean += ((upper.times[i] - kFar) - (kFar - lower.times[i])) / (kFiner * kFiner);
    if (!std::isfinite(mean) || mean > kNear) continue;
    const double error = std::abs(static_cast<double>(map.gap[cells[k]]) - mean);
    ++found.cells;
    squares += error * error;
    found.worst = std::max(found.worst, error);
  }
  if (found.cells > 0) found.rms = std::sqrt(squares / static_cast<double>(found.cells));
  return found;
}

}  // namespace impinge::bench::papers
