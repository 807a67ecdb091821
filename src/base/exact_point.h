// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/exact_number.h"
#include "base/triangle.h"

namespace impinge {

/// A point with rational coordinates (x / w, y / w, z / w), w > 0: what intersections of doubles are.
struct ExactPoint {
  Exact x, y, z, w = Exact(1.0);

  ExactPoint() = default;
  explicit ExactPoint(const Vec3& p) : x(p.x()), y(p.y()), z(p.z()) {}

  const Exact& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

/// -1, 0, 1 by x, then y, then z.
int compare_lexicographic(const ExactPoint& a, const ExactPoint& b);
inline bool operator==(const ExactPoint& a, const ExactPoint& b) { return compare_lexicographic(a, b) == 0; }

/// The point (a * weight_a + b * weight_b) / (weight_a + weight_b); the sum of the weights is not 0.
ExactPoint weighted(const Vec3& a, const Exact& weight_a, const Vec3& b, const Exact& weight_b);

ExactPoint midpoint(const ExactPoint& a, const ExactPoint& b);
ExactPoint centroid(const Triangle& t);

/// Nearest doubles, each coordinate correctly rounded.
Vec3 rounded(const ExactPoint& p);

/// Doubles within 2^-50 of each coordinate, fast.
Vec3 roughly(const ExactPoint& p);

/// The determinant behind orient3d, as a number.
Exact orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
/// The determinant behind orient2d along an axis, as a number.
Exact orient2d_value(const Vec3& a, const Vec3& b, const Vec3& c, int axis);

/// Sign as orient3d(t.p[0], t.p[1], t.p[2], p).
int side_of(const Triangle& t, const ExactPoint& p);

/// Sign of det[r; a - p; b - p]: on which side the line from p along r passes the edge a b.
int passes(const ExactPoint& p, const Vec3& r, const Vec3& a, const Vec3& b);

/// True if p lies on the segment from a to b.
bool on_segment(const ExactPoint& p, const Vec3& a, const Vec3& b);

}  // namespace impinge
