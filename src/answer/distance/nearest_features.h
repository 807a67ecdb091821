// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Two triangles that do not meet are nearest at a corner of one and the other face, at a corner and an edge, at two corners
// or at two edges. Based on: C. Ericson, Real-Time Collision Detection, 2005, chapter 5; cross products instead of his
// differences of dot products, which lose long thin faces.

#include <cstdint>

#include "base/triangle.h"

namespace impinge {

/// Where triangle a and triangle b may be nearest: corner or edge i of a, corner or edge j of b. Edge i begins at corner i.
struct Feature {
  enum class Kind : std::uint8_t { corner_face, face_corner, corner_corner, corner_edge, edge_corner, edge_edge };
  Kind kind = Kind::corner_corner;
  std::uint8_t i = 0, j = 0;
};

/// Offers (point, corner) if the shadow of p falls into t; n is the normal of t.
template <typename Offer>
void visit_face(const Vec3& p, const Triangle& t, const Vec3& n, const Offer& offer) {
  const Vec3 ab = t.p[1] - t.p[0], ac = t.p[2] - t.p[0], ap = p - t.p[0];
  const double whole = n.squaredNorm(), c_part = n.dot(cross(ab, ap)), b_part = n.dot(cross(ap, ac));
  if (b_part >= 0 && c_part >= 0 && b_part + c_part <= whole && whole > 0)
    offer(Vec3(t.p[0] + ab * (b_part / whole) + ac * (c_part / whole)));
}

/// Offers (point, whether it is the first corner) if p is nearest inside the edge q r, or at q.
template <typename Offer>
void visit_edge(const Vec3& p, const Vec3& q, const Vec3& r, const Offer& offer) {
  const Vec3 edge = r - q;
  const double along = (p - q).dot(edge), length = edge.squaredNorm();
  if (!(along > 0))
    offer(q, true);
  else if (along < length)
    offer(Vec3(q + edge * (along / length)), false);
}

/// Calls offer(point of a, point of b, feature) for all features that may be nearest. The points lie on the triangles up to
/// rounding, whatever the shape, so the distance between them is never too small.
template <typename Offer>
void visit_features(const Triangle& a, const Triangle& b, const Offer& offer) {
  using Kind = Feature::Kind;
  const Vec3 a_normal = cross(a.p[1] - a.p[0], a.p[2] - a.p[0]), b_normal = cross(b.p[1] - b.p[0], b.p[2] - b.p[0]);
  for (std::uint8_t i = 0; i < 3; ++i) {
    visit_face(a.p[i], b, b_normal, [&](const Vec3& y) { offer(a.p[i], y, Feature{Kind::corner_face, i, 0}); });
    visit_face(b.p[i], a, a_normal, [&](const Vec3& x) { offer(x, b.p[i], Feature{Kind::face_corner, 0, i}); });
    for (std::uint8_t j = 0; j < 3; ++j) {
      const Vec3 &a_end = a.p[(i + 1) % 3], &b_end = b.p[(j + 1) % 3];
      visit_edge(a.p[i], b.p[j], b_end, [&](const Vec3& y, bool corner) {
        offer(a.p[i], y, Feature{corner ? Kind::corner_corner : Kind::corner_edge, i, j});
      });
      visit_edge(b.p[j], a.p[i], a_end, [&](const Vec3& x, bool corner) {
        if (!corner) offer(x, b.p[j], Feature{Kind::edge_corner, i, j});
      });
      const Vec3 d = a_end - a.p[i], e = b_end - b.p[j], r = b.p[j] - a.p[i], n = cross(d, e);
      const double whole = n.squaredNorm(), s = cross(r, e).dot(n), t = cross(r, d).dot(n);
      if (!(whole > 0 && s >= 0 && s <= whole && t >= 0 && t <= whole)) continue;
      // Of nearly parallel edges both points may slip along, but not from each other: the second is found from the first.
      const Vec3 x = a.p[i] + d * (s / whole);
      visit_edge(x, b.p[j], b_end, [&](const Vec3& y, bool corner) {
        if (!corner) offer(x, y, Feature{Kind::edge_edge, i, j});
      });
    }
  }
}

}  // namespace impinge
