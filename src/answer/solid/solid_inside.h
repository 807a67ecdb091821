// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "answer/solid/placed_solid.h"

namespace impinge {

/// How far one solid sticks out of another, at most and at least: not above 0 where all of it lies inside. The sign counts;
/// the size is a length that need not be a distance where it is negative.
struct Excess {
  double low, high;
  bool inside() const { return high <= 0; }
  bool outside() const { return low > 0; }
};

/// Of a convex solid a over the outside of a convex solid b. `rounding` as rounding_of() has it.
Excess excess(const PlacedSolid& a, const PlacedSolid& b, double rounding);

}  // namespace impinge
