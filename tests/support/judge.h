// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The judge: what is true of triangles, by CGAL's exact kernel, one pair at a time. Compiled once, since CGAL is slow to
// compile.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <impinge/answer.h>
#include <impinge/mesh.h>

namespace impinge::test {

using Corners = std::array<Vec3, 3>;

/// How two triangles meet; degenerate ones are reduced to segments or points first, since CGAL forbids them.
Relation judge_relation(const Corners& a, const Corners& b);

/// The same by the Minkowski difference in rational numbers: a second opinion that shares nothing with the first.
Relation judge_relation_slowly(const Corners& a, const Corners& b);

/// How two faces of one mesh meet beyond what they share: `disjoint` if the meeting is no more than the hull of the corners
/// at identical positions. Faces with the same three corners meet beyond.
Relation judge_self_relation(const Corners& a, const Corners& b);

/// Every face pair of two meshes that meets, ordered. Vertices are in world coordinates.
std::vector<FacePair> judge_face_pairs(std::span<const Vec3> a_vertices, std::span<const Face> a_faces,
                                       std::span<const Vec3> b_vertices, std::span<const Face> b_faces);

/// Every pair of faces of one mesh (a_face < b_face) that meets beyond what it shares, ordered.
std::vector<FacePair> judge_self_pairs(std::span<const Vec3> vertices, std::span<const Face> faces);

/// Sign of the determinant [a-d; b-d; c-d], exactly.
int judge_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Sign of the area of a, b, c in the plane of x and y, exactly.
int judge_orient2d(const std::array<double, 2>& a, const std::array<double, 2>& b, const std::array<double, 2>& c);

/// True if the three points lie on one line.
bool judge_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// The distance of two triangles, exact but for the last rounding and the square root.
double judge_distance(const Corners& a, const Corners& b);

/// Whether two triangles are at most so far apart, exactly.
bool judge_within(const Corners& a, const Corners& b, double limit);

/// The distance of two surfaces by all pairs whose boxes may be nearest.
double judge_distance(std::span<const Vec3> a_vertices, std::span<const Face> a_faces, std::span<const Vec3> b_vertices,
                      std::span<const Face> b_faces);

/// What two convex polytopes (hulls of their corners; full-dimensional) have to do with each other.
Verdict judge_convex(std::span<const Vec3> a_vertices, std::span<const Face> a_faces, std::span<const Vec3> b_vertices,
                     std::span<const Face> b_faces);

/// True if the point lies in one of the tetrahedra that the faces span with the centre, their walls included.
bool judge_in_star(const Vec3& centre, std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& point);

}  // namespace impinge::test
