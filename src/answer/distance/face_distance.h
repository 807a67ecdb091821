// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>

#include "answer/distance/nearest_features.h"

namespace impinge {

/// Nearest points of two triangles that do not meet, in floating point. The points lie on the triangles, so the distance is
/// never too small by more than 2^-48 of the extent of the two; nor too large, unless a face has no area but for rounding.
struct NearestPoints {
  Vec3 a, b;
  Vec3 apart;  ///< from a to b, more precise than their difference where both are far from the origin
  double squared = 0;
  Feature feature;
};

inline Triangle relative_to(const Vec3& origin, const Triangle& t) {
  return {{t.p[0] - origin, t.p[1] - origin, t.p[2] - origin}};
}

/// The largest coordinate of the two.
inline double extent(const Triangle& a, const Triangle& b) {
  double largest = 0;
  for (const Triangle* t : {&a, &b})
    for (const Vec3& p : t->p) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  return largest;
}

NearestPoints nearest_points(const Triangle& a, const Triangle& b);

/// Exactly: is there a point of a and a point of b at most `distance` apart? For triangles that do not meet.
bool faces_within(const Triangle& a, const Triangle& b, double distance);

}  // namespace impinge
