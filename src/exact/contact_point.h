// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "base/triangle.h"

namespace impinge {

/// intersection_point() of two triangles that cross, correctly rounded, by double-doubles instead of numbers of any size.
/// Nothing where these cannot tell, or where more meets than an edge and a face, twice; then the exact way must be taken.
std::optional<Vec3> quick_meeting_point(const Triangle& a, const Triangle& b);

/// A point, and how far on each axis it may be off.
struct RoughPoint {
  Vec3 point;
  double error;
};

/// A point of what two triangles that cross have in common, away from its ends, in doubles. Nothing where these cannot tell.
std::optional<RoughPoint> rough_meeting_point(const Triangle& a, const Triangle& b);

}  // namespace impinge
