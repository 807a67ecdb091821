// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "shape/solid/solid_data.h"

namespace impinge {

/// How far a point is from a surface, negative inside, and which way leads out: point - distance * out is on the surface.
struct SignedDistance {
  double distance;
  Vec3 out;  ///< unit length
};

/// The largest coordinate that a result of a size comes from is off by this share of it, with room: the closed forms take
/// few operations, the ellipsoid's equation is solved to a few units in the last place.
inline constexpr double kSolidRounding = 0x1p-47;

/// Of the core of a convex kind, in its own frame: a point, a segment, a box, a cylinder, a cone, an ellipsoid, a
/// half-space.
SignedDistance core_distance(const SolidData& solid, const Vec3& point);

/// Not above that distance, quickly: what trees are pruned by. A convex function of the point.
double core_distance_low(const SolidData& solid, const Vec3& point);

/// A point of the core farthest along a direction; not of a half-space.
Vec3 core_support(const SolidData& solid, const Vec3& direction);

}  // namespace impinge
