// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "problem.h"
#include "raster/depth_count/depth_count.h"

namespace impinge::bench::papers {

/// One run of depth counting, phase by phase.
struct DepthCounts {
  double maps_ms = 0;    ///< A drawn, its extremes kept
  double first_ms = 0;   ///< B drawn against them once
  double passes_ms = 0;  ///< once or twice, and no more
  double whole_ms = 0;   ///< all that was asked for, layer codes included
  int passes = 0;        ///< without layer codes
  double total_ms() const { return maps_ms + whole_ms; }
  DepthCountResult result;
};

/// Times are the fastest of some rounds on one thread. The roles of the bodies are those that the library chooses.
DepthCounts count_depths(const Problem& problem, int resolution, DepthCountOptions options, int rounds);

}  // namespace impinge::bench::papers
