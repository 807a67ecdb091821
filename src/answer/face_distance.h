// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/triangle.h"

namespace impinge {

/// Nearest points of two triangles that do not meet, in floating point.
struct NearestPoints {
  Vec3 a, b;
  double squared = 0;
};

NearestPoints nearest_points(const Triangle& a, const Triangle& b);

/// Exactly: is there a point of a and a point of b at most `distance` apart? For triangles that do not meet.
bool faces_within(const Triangle& a, const Triangle& b, double distance);

}  // namespace impinge
