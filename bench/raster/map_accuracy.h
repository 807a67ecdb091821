// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/impinge.h>

#include <cstdint>

namespace impinge::bench {

constexpr int kFiner = 4;    ///< lines along each side of a cell: 16 in all
constexpr double kNear = 2;  ///< mm: the chewing surfaces

/// Differences between a map and the mean of the finer one.
struct Accuracy {
  std::uint64_t cells = 0;  ///< that were compared
  double rms = 0, worst = 0;
  std::uint64_t near_cells = 0;  ///< of these, where the teeth are at most 2 mm apart: the chewing surfaces
  double rms_near = 0, worst_near = 0;
  std::uint64_t other_side = 0;  ///< cells whose mean has the other sign: overlap seen as gap, or the reverse
};

/// A map against the mean of one that is kFiner times as fine.
Accuracy compare_maps(const InterferenceMap& map, const InterferenceMap& fine);

}  // namespace impinge::bench
