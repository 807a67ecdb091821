// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// Corners of a polytope inside a body, and how much smaller it must be made around the centre to be inside without doubt.
struct ConvexPart {
  std::vector<Vec3> corners;  ///< empty if there is none
  double shrink = 0;          ///< its supports are too large by this at most
};

/// A large polytope around a point inside the body, no farther out than `reach` along the axes. Its planes are those of
/// faces or across the shortest way to them, `slope` of the two: 0 leans to the first, 1 takes only the second.
ConvexPart convex_part(const Body& body, const Vec3& centre, double reach, double slope);

}  // namespace impinge
