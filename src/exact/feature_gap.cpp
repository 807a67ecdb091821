// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: C. Ericson, Real-Time Collision Detection, 2005, chapter 5 (regions of a triangle, clamped segments).
#include "exact/feature_gap.h"

#include <algorithm>

namespace impinge {

namespace {

ShortestWay way(const Vec3& from, const Vec3& to) { return {to - from, from}; }

double clamped(double x) { return std::clamp(x, 0.0, 1.0); }

const ShortestWay& shorter(const ShortestWay& x, const ShortestWay& y) {
  return y.apart.squaredNorm() < x.apart.squaredNorm() ? y : x;
}

// Where a triangle has no area, its border is all there is.
ShortestWay point_to_border(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  return shorter(shorter(point_to_segment(p, a, b), point_to_segment(p, b, c)), point_to_segment(p, c, a));
}

}  // namespace

ShortestWay point_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double length2 = ab.squaredNorm();
  const double s = length2 > 0 ? clamped((p - a).dot(ab) / length2) : 0;
  ShortestWay w = way(s == 1 ? b : Vec3(a + s * ab), p);
  if (s > 0 && s < 1) w.apart = across(w.apart, ab);
  return w;
}

ShortestWay point_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return way(a, p);
  const Vec3 bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return way(b, p);
  const Vec3 cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return way(c, p);
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (!(va > 0 && vb > 0 && vc > 0)) return point_to_border(p, a, b, c);
  const Vec3 normal = across(cross(ab, ac), ab);
  const double area2 = normal.squaredNorm();
  if (!(area2 > 0)) return point_to_border(p, a, b, c);
  const double sum = va + vb + vc;
  // Along the normal, so that the direction is right even where the way is short.
  return {normal * (ap.dot(normal) / area2), a + ab * (vb / sum) + ac * (vc / sum)};
}

ShortestWay segment_ends(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const auto reversed = [](const ShortestWay& w) { return ShortestWay{-w.apart, w.point + w.apart}; };
  return shorter(shorter(point_to_segment(a0, b0, b1), point_to_segment(a1, b0, b1)),
                 shorter(reversed(point_to_segment(b0, a0, a1)), reversed(point_to_segment(b1, a0, a1))));
}

namespace {

// Of segments that are nearly parallel, where squares of the angle between them are lost in rounding.
ShortestWay parallel_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 d1 = a1 - a0, d2 = b1 - b0, r = a0 - b0, normal = across(cross(d1, d2), d1);
  const double whole = normal.squaredNorm(), s = cross(d2, r).dot(normal), t = cross(d1, r).dot(normal);
  if (!(s > 0 && s < whole && t > 0 && t < whole)) return segment_ends(a0, a1, b0, b1);
  return {normal * (r.dot(normal) / whole), b0 + (t / whole) * d2};
}

}  // namespace

ShortestWay segment_to_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 d1 = a1 - a0, d2 = b1 - b0, r = a0 - b0;
  const double a = d1.squaredNorm(), e = d2.squaredNorm(), b = d1.dot(d2), c = d1.dot(r), f = d2.dot(r);
  const double denominator = a * e - b * b;
  if (!(denominator > 1e-8 * a * e)) return parallel_segments(a0, a1, b0, b1);
  const double s = (b * f - c * e) / denominator, t = (a * f - b * c) / denominator;
  if (s > 0 && s < 1 && t > 0 && t < 1) {
    const Vec3 normal = across(cross(d1, d2), d1);
    return {normal * (r.dot(normal) / normal.squaredNorm()), b0 + t * d2};
  }
  const double on_a = clamped(s), beside = (b * on_a + f) / e, on_b = clamped(beside);
  const double back_on_a = beside == on_b ? on_a : clamped((b * on_b - c) / a);
  ShortestWay w = way(Vec3(b0 + on_b * d2), Vec3(a0 + back_on_a * d1));
  if (on_b > 0 && on_b < 1) w.apart = across(w.apart, d2);
  if (back_on_a > 0 && back_on_a < 1) w.apart = across(w.apart, d1);
  return w;
}

}  // namespace impinge
