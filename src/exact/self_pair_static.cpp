// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two faces of one mesh: do they meet beyond the corners they share?
#include "base/box.h"
#include "base/predicates.h"
#include "exact/face_pair_static.h"
#include "exact/flat_pair.h"
#include "exact/triangle_intersection.h"

namespace impinge {

namespace {

// Corners of a that b has too, each once.
struct Shared {
  int count = 0;
  int a[3], b[3];
};

Shared shared_corners(const Face& a, const Face& b) {
  Shared s;
  for (std::size_t i = 0; i < 3; ++i) {
    if ((i > 0 && a[i] == a[0]) || (i > 1 && a[i] == a[1])) continue;
    for (std::size_t j = 0; j < 3; ++j)
      if (a[i] == b[j]) {
        s.a[s.count] = static_cast<int>(i);
        s.b[s.count++] = static_cast<int>(j);
        break;
      }
  }
  return s;
}

// Faces of one plane with a corner v in common: seen from v they are sectors, which meet if one holds a border of the other.
bool sectors_meet(const Vec3& v, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis) {
  const auto holds = [&](const Vec3& from, const Vec3& to, int turn, const Vec3& p) {
    return orient2d(v, from, p, axis) * turn >= 0 && orient2d(v, p, to, axis) * turn >= 0;
  };
  const int ab = orient2d(v, a, b, axis), cd = orient2d(v, c, d, axis);
  return holds(a, b, ab, c) || holds(a, b, ab, d) || holds(c, d, cd, a);
}

// Faces v a b and v c d, both with an area. Their common part is convex and holds v; if it holds more, it reaches the edge
// opposite to v of one of them. Most are told by one plane.
bool meet_beyond_corner(const Triangle& a, int va, const Triangle& b, int vb) {
  const Vec3 &c = b.p[(vb + 1) % 3], &d = b.p[(vb + 2) % 3];
  const int c_side = orient3d(a.p[0], a.p[1], a.p[2], c), d_side = orient3d(a.p[0], a.p[1], a.p[2], d);
  if (c_side * d_side > 0) return false;
  if (c_side == 0 && d_side == 0) return sectors_meet(a.p[va], a.p[(va + 1) % 3], a.p[(va + 2) % 3], c, d, shadow_axis(a));
  return segment_meets_triangle(a.p[(va + 1) % 3], a.p[(va + 2) % 3], b) ||
         segment_meets_triangle(b.p[(vb + 1) % 3], b.p[(vb + 2) % 3], a);
}

// Faces on a common edge: beyond it only if they lie on the same side of it in one plane.
bool meet_beyond_edge(const Triangle& a, int opposite_a, const Triangle& b, int opposite_b) {
  const Vec3 &u = a.p[(opposite_a + 1) % 3], &v = a.p[(opposite_a + 2) % 3], &x = a.p[opposite_a], &y = b.p[opposite_b];
  if (orient3d(u, v, x, y) != 0) return false;
  const int axis = shadow_axis(a);
  return orient2d(u, v, x, axis) == orient2d(u, v, y, axis);
}

// A segment or a point is involved: is every point they have in common on what they share?
bool flat_faces_meet_beyond(const Triangle& a, const Triangle& b, const Shared& s) {
  const Vec3 &u = a.p[s.a[0]], &v = a.p[s.a[s.count - 1]];
  for (const ExactPoint& p : intersection_points(a, b))
    if (!on_segment(p, u, v)) return true;
  return false;
}

}  // namespace

Relation self_pair_static(const Triangle& a, const Face& a_corners, const Triangle& b, const Face& b_corners) {
  if (!boxes_meet(box_of(a), box_of(b))) return Relation::disjoint;
  const Shared s = shared_corners(a_corners, b_corners);
  bool beyond = true;
  if (s.count > 0 && (degenerate(a) || degenerate(b)))
    beyond = s.count == 3 || flat_faces_meet_beyond(a, b, s);
  else if (s.count == 1)
    beyond = meet_beyond_corner(a, s.a[0], b, s.b[0]);
  else if (s.count == 2)
    beyond = meet_beyond_edge(a, 3 - s.a[0] - s.a[1], b, 3 - s.b[0] - s.b[1]);
  return beyond ? face_pair_static(a, b) : Relation::disjoint;
}

}  // namespace impinge
