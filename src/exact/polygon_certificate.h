// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

#include "base/exact_number.h"

namespace impinge {

/// A point or direction of the plane in exact numbers.
struct ExactVec2 {
  Exact x, y;
  bool is_zero() const { return x.sign() == 0 && y.sign() == 0; }
  ExactVec2 operator-() const { return {-x, -y}; }
  friend ExactVec2 operator-(const ExactVec2& a, const ExactVec2& b) { return {a.x - b.x, a.y - b.y}; }
};
inline ExactVec2 exact_of(const Vec2& p) { return {p.x(), p.y()}; }
inline Exact dot(const ExactVec2& a, const ExactVec2& b) { return a.x * b.x + a.y * b.y; }
inline Exact cross(const ExactVec2& a, const ExactVec2& b) { return a.x * b.y - a.y * b.x; }
/// Turned by a quarter clockwise: the outer normal of an edge of a polygon that runs counter-clockwise.
inline ExactVec2 right_of(const ExactVec2& a) { return {a.y, -a.x}; }
ExactVec2 exact_turned(const Mat2& m, const ExactVec2& v);
ExactVec2 exact_turned_back(const Mat2& m, const ExactVec2& v);

/// The difference of a pair of a certificate: point of a minus point of b.
ExactVec2 certificate_difference(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose,
                                 const std::array<std::uint32_t, 2>& pair);

}  // namespace impinge
