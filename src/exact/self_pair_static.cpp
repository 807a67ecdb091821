// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two faces of one mesh: do they meet beyond the corners they share?
#include "base/box.h"
#include "base/predicates.h"
#include "exact/face_pair_static.h"
#include "exact/flat_pair.h"

namespace impinge {

namespace {

bool degenerate(const Triangle& t) { return collinear(t.p[0], t.p[1], t.p[2]); }

// Closed, for a segment against a triangle of any rank.
bool segment_meets_face(const Vec3& a, const Vec3& b, const Triangle& t) {
  if (!degenerate(t)) return segment_meets_triangle(a, b, t);
  const auto [c, d] = segment_of(t);
  return segments_meet(a, b, c, d);
}

// Faces v a b and v c d. Their common part is convex and holds v; if it holds more, it reaches the edge opposite to v of one
// of them. Degenerate faces may have v inside that edge, so the edge must be met away from v.
bool meet_beyond_corner(const Triangle& a, int va, const Triangle& b, int vb) {
  const Vec3 &a1 = a.p[(va + 1) % 3], &a2 = a.p[(va + 2) % 3], &b1 = b.p[(vb + 1) % 3], &b2 = b.p[(vb + 2) % 3];
  if (!degenerate(a) && !degenerate(b)) return segment_meets_triangle(a1, a2, b) || segment_meets_triangle(b1, b2, a);
  const Vec3& v = a.p[va];
  // A segment out of v lies in both: the far end of the shorter one is a corner of one face, or where it leaves a face.
  for (const Vec3* p : {&a1, &a2})
    if (*p != v && segment_meets_face(*p, *p, b)) return true;
  for (const Vec3* p : {&b1, &b2})
    if (*p != v && segment_meets_face(*p, *p, a)) return true;
  if (degenerate(a) && degenerate(b)) return false;
  // A segment (v inside or at its end) against a triangle at v: beyond v only if it runs along the triangle's plane.
  const Triangle& line = degenerate(a) ? a : b;
  const Triangle& face = degenerate(a) ? b : a;
  const int vf = degenerate(a) ? vb : va;
  const auto [s0, s1] = segment_of(line);
  const Vec3 &f1 = face.p[(vf + 1) % 3], &f2 = face.p[(vf + 2) % 3];
  return orient3d(face.p[0], face.p[1], face.p[2], s0) == 0 && orient3d(face.p[0], face.p[1], face.p[2], s1) == 0 &&
         segments_meet(s0, s1, f1, f2);
}

// Faces on a common edge u v: beyond it only if they lie on the same side of it in one plane.
bool meet_beyond_edge(const Triangle& a, int opposite_a, const Triangle& b, int opposite_b) {
  const Vec3 &u = a.p[(opposite_a + 1) % 3], &v = a.p[(opposite_a + 2) % 3], &x = a.p[opposite_a], &y = b.p[opposite_b];
  const bool a_flat = degenerate(a), b_flat = degenerate(b);
  if (a_flat && !point_on_segment(x, u, v)) {  // sticks out along the line: whatever of b lies out there as well
    const Vec3& end = point_on_segment(u, x, v) ? u : v;
    return b_flat ? point_on_segment(x, end, y) || (point_on_segment(y, end, x)) : false;
  }
  if (a_flat || b_flat) return false;
  if (orient3d(u, v, x, y) != 0) return false;
  const int axis = shadow_axis(a);
  return orient2d(u, v, x, axis) == orient2d(u, v, y, axis);
}

}  // namespace

Relation self_pair_static(const Triangle& a, const Face& a_corners, const Triangle& b, const Face& b_corners) {
  if (!boxes_meet(box_of(a), box_of(b))) return Relation::disjoint;
  int shared = 0, last_a = 0, last_b = 0, sum_a = 0, sum_b = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (a_corners[static_cast<std::size_t>(i)] == b_corners[static_cast<std::size_t>(j)])
        ++shared, last_a = i, last_b = j, sum_a += i, sum_b += j;
  bool beyond = true;
  if (shared == 1) beyond = meet_beyond_corner(a, last_a, b, last_b);
  if (shared == 2) beyond = meet_beyond_edge(a, 3 - sum_a, b, 3 - sum_b);
  return beyond ? face_pair_static(a, b) : Relation::disjoint;
}

}  // namespace impinge
