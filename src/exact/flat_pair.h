// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/triangle.h"

/// The cases of a face pair that need no plane: points, segments and coplanar triangles, each closed and decided exactly.
namespace impinge {

/// True if p lies on the segment from a to b.
bool point_on_segment(const Vec3& p, const Vec3& a, const Vec3& b);

/// True if p lies in the non-degenerate triangle t or on its border.
bool point_in_triangle(const Vec3& p, const Triangle& t);

/// True if the segments share a point; either may be a single point.
bool segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// True if the segment from a to b meets the non-degenerate triangle t; the segment may be a single point.
bool segment_meets_triangle(const Vec3& a, const Vec3& b, const Triangle& t);

/// True if two non-degenerate triangles of one plane share a point.
bool coplanar_triangles_meet(const Triangle& a, const Triangle& b);

/// An axis along which the shadow of the non-degenerate triangle has area.
int shadow_axis(const Triangle& t);

/// The two corners of a degenerate triangle that span it.
std::pair<Vec3, Vec3> segment_of(const Triangle& degenerate);

}  // namespace impinge
