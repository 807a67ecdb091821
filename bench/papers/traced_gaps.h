// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/impinge.h>

#include <vector>

namespace impinge::bench::papers {

/// A map of two closed bodies against 16 rays a cell, each traced exactly through all faces of both: the narrowest gap on a
/// line, or its longest overlap, as the map has it. Compared where all rays of a cell meet both bodies.
struct TracedGaps {
  std::uint64_t cells = 0;      ///< where the mean is at most kNear
  double rms = 0, worst = 0;    ///< of these
  std::vector<float> errors{};  ///< of every cell; NaN where none is told
};
TracedGaps compare_with_rays(const Engine& engine, const Scene& scene, const InterferenceMap& map);

}  // namespace impinge::bench::papers
