// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The exact form takes the same features as the floating-point one, each as a fraction whose parts are exact.
#include "answer/distance/face_distance.h"

#include <array>
#include <limits>

#include "base/exact_number.h"

namespace impinge {

namespace {

using Row = std::array<Exact, 3>;

Row minus(const Vec3& a, const Vec3& b) { return {Exact(a.x()) - b.x(), Exact(a.y()) - b.y(), Exact(a.z()) - b.z()}; }
Exact dot(const Row& a, const Row& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Row cross(const Row& a, const Row& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// numerator / denominator <= limit, with a positive denominator.
bool at_most(const Exact& numerator, const Exact& denominator, const Exact& limit) {
  return compare(numerator, limit * denominator) <= 0;
}

bool corner_near_edge(const Vec3& p, const Vec3& a, const Vec3& b, const Exact& limit) {
  const Row ap = minus(p, a), ab = minus(b, a);
  if (at_most(dot(ap, ap), Exact(1.0), limit)) return true;
  const Exact along = dot(ap, ab), length = dot(ab, ab);
  if (along.sign() <= 0 || compare(along, length) >= 0) return false;
  const Row n = cross(ap, ab);
  return at_most(dot(n, n), length, limit);
}

bool corner_near_face(const Vec3& p, const Triangle& t, const Exact& limit) {
  const Row n = cross(minus(t.p[1], t.p[0]), minus(t.p[2], t.p[0]));
  const Exact length = dot(n, n);
  if (length.sign() == 0) return false;
  for (int i = 0; i < 3; ++i) {
    const Row edge = minus(t.p[(i + 1) % 3], t.p[i]);
    if (dot(cross(edge, minus(p, t.p[i])), n).sign() < 0) return false;  // its shadow falls outside
  }
  const Exact height = dot(n, minus(p, t.p[0]));
  return at_most(height * height, length, limit);
}

bool edges_near(const Vec3& p1, const Vec3& q1, const Vec3& p2, const Vec3& q2, const Exact& limit) {
  const Row d1 = minus(q1, p1), d2 = minus(q2, p2), r = minus(p2, p1), n = cross(d1, d2);
  const Exact length = dot(n, n);
  if (length.sign() == 0) return false;  // parallel: a corner is as near
  const Exact s = dot(cross(r, d2), n), t = dot(cross(r, d1), n);
  if (s.sign() < 0 || compare(s, length) > 0 || t.sign() < 0 || compare(t, length) > 0) return false;
  const Exact height = dot(n, r);
  return at_most(height * height, length, limit);
}

}  // namespace

NearestPoints nearest_points(const Triangle& world_a, const Triangle& world_b) {
  // Relative to a corner, so that far from the origin nothing but the corners is rounded to the grid out there.
  const Vec3 origin = world_a.p[0];
  const Triangle a = relative_to(origin, world_a), b = relative_to(origin, world_b);
  NearestPoints best;
  best.squared = std::numeric_limits<double>::infinity();
  visit_features(a, b, [&](const Vec3& x, const Vec3& y, const Feature& feature) {
    const double d = (y - x).squaredNorm();
    if (d < best.squared) best = {x, y, Vec3(y - x), d, feature};
  });
  best.a += origin;
  best.b += origin;
  return best;
}

bool faces_within(const Triangle& a, const Triangle& b, double distance) {
  const Exact limit = Exact(distance) * Exact(distance);
  for (int i = 0; i < 3; ++i) {
    if (corner_near_face(a.p[i], b, limit) || corner_near_face(b.p[i], a, limit)) return true;
    for (int j = 0; j < 3; ++j) {
      const int k = (j + 1) % 3;
      if (corner_near_edge(a.p[i], b.p[j], b.p[k], limit) || corner_near_edge(b.p[i], a.p[j], a.p[k], limit)) return true;
      if (edges_near(a.p[i], a.p[(i + 1) % 3], b.p[j], b.p[k], limit)) return true;
    }
  }
  return false;
}

}  // namespace impinge
