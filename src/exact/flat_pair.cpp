// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "exact/flat_pair.h"

#include <algorithm>
#include <span>

#include "base/box.h"
#include "base/predicates.h"

namespace impinge {

namespace {

bool within(double x, double a, double b) { return std::min(a, b) <= x && x <= std::max(a, b); }

bool in_segment_box(const Vec3& p, const Vec3& a, const Vec3& b) {
  return within(p.x(), a.x(), b.x()) && within(p.y(), a.y(), b.y()) && within(p.z(), a.z(), b.z());
}

// Closed segments of one plane, seen along an axis on which that plane keeps its area.
bool coplanar_segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const int c_side = orient2d(a, b, c, axis), d_side = orient2d(a, b, d, axis);
  const int a_side = orient2d(c, d, a, axis), b_side = orient2d(c, d, b, axis);
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (c_side == 0 && in_segment_box(c, a, b)) || (d_side == 0 && in_segment_box(d, a, b)) ||
         (a_side == 0 && in_segment_box(a, c, d)) || (b_side == 0 && in_segment_box(b, c, d));
}

bool coplanar_point_in_triangle(const Vec3& p, const Triangle& t, int axis) {
  const int s0 = orient2d(t.p[0], t.p[1], p, axis), s1 = orient2d(t.p[1], t.p[2], p, axis),
            s2 = orient2d(t.p[2], t.p[0], p, axis);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

// Seen along the axis, all points are strictly beyond the same edge of t.
bool beyond_one_edge(const Triangle& t, std::span<const Vec3> points, int axis) {
  const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = t.p[i], &q = t.p[(i + 1) % 3];
    const auto beyond = [&](const Vec3& x) { return orient2d(p, q, x, axis) * turn < 0; };
    if (std::all_of(points.begin(), points.end(), beyond)) return true;
  }
  return false;
}

// Convex and coplanar, so apart exactly if a line along an edge of the triangle or along the segment parts them.
bool coplanar_segment_meets(const Vec3& a, const Vec3& b, const Triangle& t, int axis) {
  const Vec3 ends[2] = {a, b};
  if (beyond_one_edge(t, ends, axis)) return false;
  const int side = orient2d(a, b, t.p[0], axis);
  return side == 0 || orient2d(a, b, t.p[1], axis) != side || orient2d(a, b, t.p[2], axis) != side;
}

}  // namespace

bool point_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) { return in_segment_box(p, a, b) && collinear(p, a, b); }

int shadow_axis(const Triangle& t) {
  const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]).cwiseAbs();
  int axis = 0;
  n.maxCoeff(&axis);
  if (orient2d(t.p[0], t.p[1], t.p[2], axis) != 0) return axis;  // the rounded normal may mislead
  for (axis = 0; axis < 2; ++axis)
    if (orient2d(t.p[0], t.p[1], t.p[2], axis) != 0) break;
  return axis;
}

bool point_in_triangle(const Vec3& p, const Triangle& t) {
  return orient3d(t.p[0], t.p[1], t.p[2], p) == 0 && coplanar_point_in_triangle(p, t, shadow_axis(t));
}

bool segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  if (orient3d(a, b, c, d) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    // Two lines of one plane with area along this axis; parallel lines are caught by any such axis as well.
    const bool area = orient2d(a, b, c, axis) != 0 || orient2d(a, b, d, axis) != 0;
    if (area) return coplanar_segments_meet(a, b, c, d, axis);
  }
  // All on one line, where the boxes of segments tell, or a = b.
  if (a != b) return boxes_meet({a.cwiseMin(b), a.cwiseMax(b)}, {c.cwiseMin(d), c.cwiseMax(d)});
  return point_on_segment(c, a, b) || point_on_segment(d, a, b) || point_on_segment(a, c, d) || point_on_segment(b, c, d);
}

bool segment_meets_triangle(const Vec3& a, const Vec3& b, const Triangle& t) {
  const int a_side = orient3d(t.p[0], t.p[1], t.p[2], a), b_side = orient3d(t.p[0], t.p[1], t.p[2], b);
  if (a_side * b_side > 0) return false;
  if (a_side == 0 && b_side == 0) return coplanar_segment_meets(a, b, t, shadow_axis(t));
  if (a_side == 0) return coplanar_point_in_triangle(a, t, shadow_axis(t));
  if (b_side == 0) return coplanar_point_in_triangle(b, t, shadow_axis(t));
  const int s0 = orient3d(a, b, t.p[0], t.p[1]), s1 = orient3d(a, b, t.p[1], t.p[2]), s2 = orient3d(a, b, t.p[2], t.p[0]);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

// Convex, so apart exactly if an edge of one of them parts them.
bool coplanar_triangles_meet(const Triangle& a, const Triangle& b) {
  const int axis = shadow_axis(a);
  return !beyond_one_edge(a, b.p, axis) && !beyond_one_edge(b, a.p, axis);
}

std::pair<Vec3, Vec3> segment_of(const Triangle& degenerate) {
  const Vec3 *p = degenerate.p, *low = p, *high = p;
  const auto before = [](const Vec3& x, const Vec3& y) {
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  for (int i = 1; i < 3; ++i) {
    if (before(p[i], *low)) low = p + i;
    if (before(*high, p[i])) high = p + i;
  }
  return {*low, *high};
}

}  // namespace impinge
