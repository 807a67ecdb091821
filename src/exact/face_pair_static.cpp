// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Narrow phase: the verdict on two triangles by signs of orient3d alone; every sign is exact, so the relation is exact.
// About a hundred floating-point operations where a plane separates them, twice that where they meet. Based on: P. Guigue,
// O. Devillers, Fast and robust triangle-triangle overlap test using orientation predicates, 2003, with the zero signs,
// coplanar and degenerate cases completed.
#include "exact/face_pair_static.h"

#include <algorithm>
#include <limits>

#include "base/box.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

using Sides = PlaneSides;

bool both_sides(const Sides& d) {
  const auto [low, high] = std::minmax({d.s[0], d.s[1], d.s[2]});
  return low < 0 && high > 0;
}

// One normal serves all three: a filter for products of three
// differences, each of them rounded, errs by 48 half units in the last place of the largest product at most, whatever the
// order of operations. What it cannot tell, orient3d does.
Sides sides_of(const Triangle& t, const Triangle& plane) {
  const Vec3 &origin = plane.p[0], u = plane.p[1] - origin, v = plane.p[2] - origin, n = cross(u, v);
  const Vec3 w[3] = {t.p[0] - origin, t.p[1] - origin, t.p[2] - origin};
  const double reach = w[0].cwiseAbs().cwiseMax(w[1].cwiseAbs()).cwiseMax(w[2].cwiseAbs()).maxCoeff();
  const double area = u.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff();
  double bound = 0x1p-47 * reach * area;
  // Products of two or of three differences may underflow.
  if (!(area > 0x1p-900) || !(bound > 0x1p-900)) bound = std::numeric_limits<double>::infinity();
  // Most true zeros are of planes across an axis.
  int across = 0;
  while (across < 3 && (u[across] != 0 || v[across] != 0)) ++across;
  Sides r;
  for (int i = 0; i < 3; ++i) {
    const double d = n.dot(w[i]);  // infinities and NaN fail both comparisons
    const bool shared = t.p[i] == plane.p[0] || t.p[i] == plane.p[1] || t.p[i] == plane.p[2];
    if (shared || (across < 3 && w[i][across] == 0))
      r.s[i] = 0;
    else
      r.s[i] = d > bound ? -1 : d < -bound ? 1 : orient3d(plane.p[0], plane.p[1], plane.p[2], t.p[i]);
  }
  return r;
}

// Some plane is missing or shared: only closed meeting is asked.
bool flat_pair_meets(const Triangle& a, const Triangle& b) {
  const bool a_flat = degenerate(a), b_flat = degenerate(b);
  if (!a_flat && !b_flat) return coplanar_triangles_meet(a, b);
  if (a_flat && b_flat) {
    const auto [a0, a1] = segment_of(a);
    const auto [b0, b1] = segment_of(b);
    return segments_meet(a0, a1, b0, b1);
  }
  const auto [s0, s1] = segment_of(a_flat ? a : b);
  return segment_meets_triangle(s0, s1, a_flat ? b : a);
}

// Walls that are cut alike have corners in common.
bool have_common_corner(const Triangle& a, const Triangle& b) {
  return std::any_of(a.p, a.p + 3, [&](const Vec3& p) { return p == b.p[0] || p == b.p[1] || p == b.p[2]; });
}

Relation flat_relation(const Triangle& a, const Triangle& b) {
  return have_common_corner(a, b) || flat_pair_meets(a, b) ? Relation::touching : Relation::disjoint;
}

// Index of the corner that is alone on its side of the plane, and whether that side is the positive one. Zeros join the side
// that leaves one corner alone, so that both edges from it cross the plane in one point each.
struct Alone {
  int corner;
  bool positive;
};

Alone alone_of(const Sides& d) {
  const int plus = (d.s[0] > 0) + (d.s[1] > 0) + (d.s[2] > 0), minus = (d.s[0] < 0) + (d.s[1] < 0) + (d.s[2] < 0);
  const auto find = [&](int sign) {
    for (int i = 0; i < 2; ++i)
      if (d.s[i] == sign) return i;
    return 2;
  };
  if (plus == 1) return {find(1), true};     // + against - or 0
  if (minus == 1) return {find(-1), false};  // - against + or 0
  return {find(0), plus == 0};               // 0 against two of one sign
}

// The corners of t, the lone one first, in the order that makes the lone side positive for a plane seen as (+).
struct Turned {
  const Vec3 *p0, *p1, *p2;
};

Turned turned(const Triangle& t, int first) { return {&t.p[first], &t.p[(first + 1) % 3], &t.p[(first + 2) % 3]}; }

// Neither is flat on the plane of the other, nor all on one side of it.
Relation relation_on_line(const Triangle& a, const Triangle& b, const Sides& da, const Sides& db) {
  // Both triangles cut the common line of their planes in an interval. Each end is an edge of the triangle; the order of two
  // ends of different triangles is the orientation of their edges.
  const Alone la = alone_of(da), lb = alone_of(db);
  Turned ta = turned(a, la.corner), tb = turned(b, lb.corner);
  if (!la.positive) std::swap(tb.p1, tb.p2);
  if (!lb.positive) std::swap(ta.p1, ta.p2);
  const int first = orient3d(*ta.p0, *ta.p1, *tb.p0, *tb.p1);
  if (first > 0) return Relation::disjoint;
  const int second = orient3d(*ta.p0, *ta.p2, *tb.p2, *tb.p0);
  if (second > 0) return Relation::disjoint;
  const bool crossing = first < 0 && second < 0 && both_sides(da) && both_sides(db);
  return crossing ? Relation::crossing : Relation::touching;
}

}  // namespace

Relation face_pair_static(const Triangle& a, const Triangle& b) {
  if (!boxes_meet(box_of(a), box_of(b))) return Relation::disjoint;
  const Sides da = sides_of(a, b);
  if (da.one_side()) return Relation::disjoint;
  if (da.all_zero()) return flat_relation(a, b);
  const Sides db = sides_of(b, a);
  if (db.one_side()) return Relation::disjoint;
  return db.all_zero() ? flat_relation(a, b) : relation_on_line(a, b, da, db);
}

Relation face_pair_static(const Triangle& a, const Triangle& b, const PlaneSides& a_sides, const PlaneSides& b_sides) {
  if (a_sides.one_side() || b_sides.one_side()) return Relation::disjoint;
  return a_sides.all_zero() || b_sides.all_zero() ? flat_relation(a, b) : relation_on_line(a, b, a_sides, b_sides);
}

}  // namespace impinge
