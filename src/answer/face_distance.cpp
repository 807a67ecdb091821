// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two triangles that do not meet are nearest at a corner of one and the other face, or at two edges: fifteen candidates. The
// exact form takes the same candidates, each as a fraction whose parts are exact. The floating-point parts follow C.
// Ericson, Real-Time Collision Detection, 2005, chapter 5.
#include "answer/face_distance.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/exact_number.h"

namespace impinge {

namespace {

// Nearest point of triangle t to p by the regions of its plane.
Vec3 nearest_in_triangle(const Vec3& p, const Triangle& t) {
  const Vec3 &a = t.p[0], &b = t.p[1], &c = t.p[2];
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return a + ab * (d1 / (d1 - d3));
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && (d4 - d3) + (d5 - d6) > 0)
    return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double sum = va + vb + vc;
  if (!(sum > 0)) return a;  // degenerate: its edges are candidates of their own
  return a + ab * (vb / sum) + ac * (vc / sum);
}

std::array<Vec3, 2> nearest_of_segments(const Vec3& p1, const Vec3& q1, const Vec3& p2, const Vec3& q2) {
  const Vec3 d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = d1.dot(d1), e = d2.dot(d2), f = d2.dot(r);
  double s = 0, t = 0;
  if (a > 0 && e > 0) {
    const double b = d1.dot(d2), c = d1.dot(r), denominator = a * e - b * b;
    s = denominator > 0 ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0;
    t = (b * s + f) / e;
    if (t < 0) t = 0, s = std::clamp(-c / a, 0.0, 1.0);
    if (t > 1) t = 1, s = std::clamp((b - c) / a, 0.0, 1.0);
  } else if (a > 0) {
    s = std::clamp(-d1.dot(r) / a, 0.0, 1.0);
  } else if (e > 0) {
    t = std::clamp(f / e, 0.0, 1.0);
  }
  return {Vec3(p1 + d1 * s), Vec3(p2 + d2 * t)};
}

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
  Triangle a, b;
  for (int i = 0; i < 3; ++i) a.p[i] = world_a.p[i] - origin, b.p[i] = world_b.p[i] - origin;
  NearestPoints best;
  best.squared = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vec3& x, const Vec3& y) {
    const double d = (x - y).squaredNorm();
    if (d < best.squared) best = {x, y, d};
  };
  for (int i = 0; i < 3; ++i) {
    offer(a.p[i], nearest_in_triangle(a.p[i], b));
    offer(nearest_in_triangle(b.p[i], a), b.p[i]);
    for (int j = 0; j < 3; ++j) {
      const auto [x, y] = nearest_of_segments(a.p[i], a.p[(i + 1) % 3], b.p[j], b.p[(j + 1) % 3]);
      offer(x, y);
    }
  }
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
