// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Second opinions in rational numbers (GMP), without CGAL: Minkowski differences and half-spaces.

#include <gmpxx.h>

#include <support/judge.h>
#include <support/minkowski_relation.h>

#include <algorithm>

namespace impinge::test {
namespace {

using Rational = Vector3<mpq_class>;

Rational rational(const Vec3& p) { return {mpq_class(p.x()), mpq_class(p.y()), mpq_class(p.z())}; }

std::vector<Rational> rational(std::span<const Vec3> points) {
  std::vector<Rational> result;
  for (const Vec3& p : points) result.push_back(rational(p));
  return result;
}

// Positive if p lies on the side of the plane that its normal points to.
int plane_side(const std::vector<Rational>& v, const Face& f, const Rational& p) {
  return dot_sign(cross(v[f[1]] - v[f[0]], v[f[2]] - v[f[0]]), p - v[f[0]]);
}

bool all_within(const std::vector<Rational>& inner, const std::vector<Rational>& outer, std::span<const Face> outer_faces) {
  return std::all_of(inner.begin(), inner.end(), [&](const Rational& p) {
    return std::all_of(outer_faces.begin(), outer_faces.end(), [&](const Face& f) { return plane_side(outer, f, p) <= 0; });
  });
}

std::vector<Rational> edges_of(const std::vector<Rational>& v, std::span<const Face> faces) {
  std::vector<Rational> edges;
  for (const Face& f : faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      // Each edge of a closed surface is passed once upwards.
      if (f[i] < f[(i + 1) % 3]) edges.push_back(v[f[(i + 1) % 3]] - v[f[i]]);
    }
  }
  return edges;
}

}  // namespace

Relation judge_relation_slowly(const Corners& a, const Corners& b) {
  const std::array<Rational, 3> ra = {rational(a[0]), rational(a[1]), rational(a[2])};
  const std::array<Rational, 3> rb = {rational(b[0]), rational(b[1]), rational(b[2])};
  return minkowski_relation<mpq_class>(ra, rb);
}

Verdict judge_convex(std::span<const Vec3> a_vertices, std::span<const Face> a_faces, std::span<const Vec3> b_vertices,
                     std::span<const Face> b_faces) {
  const std::vector<Rational> a = rational(a_vertices), b = rational(b_vertices);
  std::vector<Rational> directions;
  for (const Face& f : a_faces) directions.push_back(cross(a[f[1]] - a[f[0]], a[f[2]] - a[f[0]]));
  for (const Face& f : b_faces) directions.push_back(cross(b[f[1]] - b[f[0]], b[f[2]] - b[f[0]]));
  const std::vector<Rational> b_edges = edges_of(b, b_faces);
  for (const Rational& e : edges_of(a, a_faces)) {
    for (const Rational& f : b_edges) directions.push_back(cross(e, f));
  }
  const OriginSide side = origin_side<mpq_class>(a, b, directions);
  if (!side.in_closure) return Verdict::disjoint;
  if (!side.in_inside) return Verdict::touching;
  const bool a_in_b = all_within(a, b, b_faces), b_in_a = all_within(b, a, a_faces);
  if (a_in_b && b_in_a) return Verdict::same;
  return a_in_b ? Verdict::a_in_b : b_in_a ? Verdict::b_in_a : Verdict::crossing;
}

bool judge_in_star(const Vec3& centre, std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& point) {
  for (const Face& f : faces) {
    // Seen from the centre the face turns one way; the point is in the tetrahedron if no wall has it on the other side.
    const int out = judge_orient3d(vertices[f[0]], vertices[f[1]], vertices[f[2]], centre);
    const bool inside = judge_orient3d(vertices[f[0]], vertices[f[1]], vertices[f[2]], point) * out >= 0 &&
                        judge_orient3d(vertices[f[0]], vertices[f[1]], point, centre) * out >= 0 &&
                        judge_orient3d(vertices[f[0]], point, vertices[f[2]], centre) * out >= 0 &&
                        judge_orient3d(point, vertices[f[1]], vertices[f[2]], centre) * out >= 0;
    if (out != 0 && inside) return true;
  }
  return false;
}

}  // namespace impinge::test
