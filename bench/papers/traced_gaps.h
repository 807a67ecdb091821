// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/impinge.h>

namespace impinge::bench::papers {

/// A map of two bodies, the second above the first along the direction, against 16 rays a cell, each traced exactly to the
/// last face of the one and the first face of the other.
struct TracedGaps {
  std::uint64_t cells = 0;  ///< all rays of which meet both bodies
  double rms = 0, worst = 0;
};
TracedGaps compare_with_rays(const Engine& engine, const Scene& scene, const InterferenceMap& map);

}  // namespace impinge::bench::papers
