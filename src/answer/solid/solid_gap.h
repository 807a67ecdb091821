// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <limits>

#include "answer/solid/placed_solid.h"
#include "base/triangle.h"

namespace impinge {

/// How far two convex bodies are apart, with a proof: the signed distance, negative by the depth where they overlap, lies
/// between `low` and `high`. Points and normal are in the frame of the caller.
struct Gap {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  Vec3 a_point = Vec3::Zero();  ///< nearest point of a, or deepest
  Vec3 b_point = Vec3::Zero();  ///< and of b
  Vec3 normal = Vec3::UnitX();  ///< unit length, from a to b; moving b along it by the depth parts them
  Vec3 common = Vec3::Zero();   ///< where they meet a point of both, rounded

  bool apart() const { return low > 0; }
  bool overlap() const { return high < 0; }
  double value() const { return low / 2 + high / 2; }
};

/// How well a gap must be known.
struct GapWish {
  double enough = std::numeric_limits<double>::infinity();  ///< a lower bound above this ends the search
  bool depth = false;                                       ///< else any proof that they overlap will do
};

/// Of two convex solids, in the axes of the world with the origin at a's position. `rounding` as rounding_of() has it.
Gap solid_gap(const PlacedSolid& a, const PlacedSolid& b, double rounding, const GapWish& wish);

/// Of the core of a convex solid and a triangle given in its own frame; the solid's radius is taken into account. `rounding`
/// is how far the corners may be off.
Gap solid_face_gap(const SolidData& a, const Triangle& b, double rounding, const GapWish& wish);

}  // namespace impinge
