// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>

namespace impinge {

/// Between which planes across the four diagonals of a cell a face lies, in steps of 1/kSteps cell.
///
/// Surfaces that pass each other at a slant have boxes that meet all along; the planes across the four diagonals of a cell
/// part half of those faces, by one comparison. Along a diagonal a coordinate is a sum of three, which rounds: not monotone,
/// so it needs a margin. With corners within kFarthest cells of the grid's middle, all sums err by less than 2^-4 of a step.
/// For a point of both faces the lowest coordinate of one exceeds the highest of the other by less than twice that; of one
/// rounded down and one rounded up to a larger integer the former is not the larger. Based on: J. T. Klosowski et al.,
/// Efficient collision detection using bounding volume hierarchies of k-DOPs, 1998.
struct CellSlabs {
  static constexpr float kSteps = 64, kFarthest = 1024;
  static constexpr std::int16_t kMost = 32767;

  std::array<std::int16_t, 4> low, minus_high;
};

}  // namespace impinge
