// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/solid/placed_solid.h"
#include "base/triangle.h"

namespace impinge {

/// Where rounding leaves touching open and the coordinates are doubles, exact arithmetic decides: balls, half-spaces, boxes
/// along the axes of the world, points and triangles.

/// 1 if the two are apart, 0 if they touch, -1 if their insides overlap; nothing for other kinds.
std::optional<int> exact_gap(const PlacedSolid& a, const PlacedSolid& b);

/// 1 if a sticks out of b, 0 if it lies in b and touches its wall from inside, -1 if it lies within; nothing for other
/// kinds.
std::optional<int> exact_excess(const PlacedSolid& a, const PlacedSolid& b);

/// 1 if the point, grown by the radius, is apart from the solid, 0 if it touches it, -1 if they overlap; a half-space, a
/// ball or a box along the axes.
std::optional<int> exact_point_gap(const PlacedSolid& solid, const Vec3& point, double radius);

/// The same for a ball, or a half-space, and a triangle: -1 if a point of the triangle lies within.
std::optional<int> exact_face_gap(const PlacedSolid& solid, const Triangle& face);

/// Sign of the squared distance of two points less the square of a sum of two lengths.
int exact_compare_distance(const Vec3& a, const Vec3& b, double a_radius, double b_radius);

/// True if both are the same set of points, by the same numbers.
bool equal_solids(const PlacedSolid& a, const PlacedSolid& b);

}  // namespace impinge
