// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "exact/triangle_intersection.h"

#include "base/lent.h"
#include "base/predicates.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

bool face_holds(const Triangle& t, const Vec3& p) {
  if (!degenerate(t)) return point_in_triangle(p, t);
  const auto [s0, s1] = segment_of(t);
  return point_on_segment(p, s0, s1);
}

// Where the edge a b meets edge c d of the same plane in a single point inside both.
void add_edge_edge(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, std::vector<ExactPoint>& out) {
  if (orient3d(a, b, c, d) != 0) return;
  for (int axis = 0; axis < 3; ++axis) {
    const int a_side = orient2d(c, d, a, axis), b_side = orient2d(c, d, b, axis);
    const int c_side = orient2d(a, b, c, axis), d_side = orient2d(a, b, d, axis);
    if (a_side * b_side >= 0 || c_side * d_side >= 0) continue;
    const Exact da = orient2d_value(c, d, a, axis), db = orient2d_value(c, d, b, axis);
    out.push_back(weighted(a, db, b, -da));
    return;
  }
}

// Where the edge a b passes strictly from one side of the plane of t to the other, inside t.
void add_edge_face(const Vec3& a, const Vec3& b, const Triangle& t, std::vector<ExactPoint>& out) {
  const int a_side = orient3d(t.p[0], t.p[1], t.p[2], a), b_side = orient3d(t.p[0], t.p[1], t.p[2], b);
  if (a_side * b_side >= 0 || !segment_meets_triangle(a, b, t)) return;
  const Exact da = orient3d_value(t.p[0], t.p[1], t.p[2], a), db = orient3d_value(t.p[0], t.p[1], t.p[2], b);
  out.push_back(weighted(a, db, b, -da));
}

void add_one_way(const Triangle& a, const Triangle& b, std::vector<ExactPoint>& out) {
  for (const Vec3& p : a.p)
    if (face_holds(b, p)) out.emplace_back(p);
  if (degenerate(b)) return;
  for (int i = 0; i < 3; ++i) add_edge_face(a.p[i], a.p[(i + 1) % 3], b, out);
}

}  // namespace

std::vector<ExactPoint> intersection_points(const Triangle& a, const Triangle& b) {
  std::vector<ExactPoint> out;
  add_one_way(a, b, out);
  add_one_way(b, a, out);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) add_edge_edge(a.p[i], a.p[(i + 1) % 3], b.p[j], b.p[(j + 1) % 3], out);
  return out;
}

// Most ends are corners, which need no exact numbers. Points inside an edge lie between its ends in the order, so that edges
// within the corners that are held have nothing to add.
std::pair<ExactPoint, ExactPoint> intersection_ends(const Triangle& a, const Triangle& b) {
  const auto before = [](const Vec3& p, const Vec3& q) {
    return p.x() != q.x() ? p.x() < q.x() : p.y() != q.y() ? p.y() < q.y() : p.z() < q.z();
  };
  const Vec3 *low = nullptr, *high = nullptr;
  const auto look_at_corners = [&](const Triangle& own, const Triangle& other) {
    for (const Vec3& p : own.p) {
      const bool wider = low == nullptr || before(p, *low) || before(*high, p);
      if (!wider || !face_holds(other, p)) continue;
      if (low == nullptr || before(p, *low)) low = &p;
      if (high == nullptr || before(*high, p)) high = &p;
    }
  };
  look_at_corners(a, b);
  look_at_corners(b, a);
  const auto sticks_out = [&](const Vec3& p, const Vec3& q) {
    return low == nullptr || before(p, *low) || before(q, *low) || before(*high, p) || before(*high, q);
  };
  Lent<ExactPoint> lent;
  std::vector<ExactPoint>& points = *lent;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &a0 = a.p[i], &a1 = a.p[(i + 1) % 3], &b0 = b.p[i], &b1 = b.p[(i + 1) % 3];
    if (sticks_out(a0, a1) && !degenerate(b)) add_edge_face(a0, a1, b, points);
    if (sticks_out(b0, b1) && !degenerate(a)) add_edge_face(b0, b1, a, points);
    for (int j = 0; j < 3; ++j) {
      const Vec3 &c0 = b.p[j], &c1 = b.p[(j + 1) % 3];
      if (sticks_out(a0, a1) && sticks_out(c0, c1)) add_edge_edge(a0, a1, c0, c1, points);
    }
  }
  if (low != nullptr) {
    points.emplace_back(*low);
    if (high != low) points.emplace_back(*high);
  }
  const ExactPoint *first = &points.front(), *last = first;
  for (const ExactPoint& p : points) {
    if (compare_lexicographic(p, *first) < 0) first = &p;
    if (compare_lexicographic(*last, p) < 0) last = &p;
  }
  return {*first, *last};
}

ExactPoint intersection_point(const Triangle& a, const Triangle& b) {
  const auto [first, last] = intersection_ends(a, b);
  return midpoint(first, last);
}

}  // namespace impinge
