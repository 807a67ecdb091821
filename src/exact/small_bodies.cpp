// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Signs of orient3d(plane, vertex) by the filter of face_pair_static, for all faces that share a vertex at once.
#include "exact/small_bodies.h"

#include <limits>

#include "base/predicates.h"
#include "exact/face_pair_static.h"

namespace impinge {

namespace {

constexpr std::int8_t kUnknown = 2;

}  // namespace

bool SmallBodies::fit(const WorldObject& a, const WorldObject& b) {
  const auto fits = [](const WorldObject& o) { return o.faces.size() <= kFaces && o.local.size() <= kVertices; };
  return fits(a) && fits(b);
}

SmallBodies::Side::Side(const WorldObject& o) : object(o) {  // NOLINT: what is not there stays unset
  for (std::uint32_t v = 0; v < o.local.size(); ++v) vertices[v] = o.vertex(v);
}

// Errors are those of products of three rounded differences, see face_pair_static.
SmallBodies::Plane SmallBodies::plane_of(const Triangle& t, const Box& other) {
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0];
  const double reach = (other.low - t.p[0]).cwiseAbs().cwiseMax((other.high - t.p[0]).cwiseAbs()).maxCoeff() * (1 + 0x1p-50);
  const double area = u.cwiseAbs().maxCoeff() * v.cwiseAbs().maxCoeff();
  Plane plane{t.p[0], cross(u, v), 0x1p-47 * reach * area, 0};
  if (!(area > 0x1p-900) || !(plane.bound > 0x1p-900)) plane.bound = std::numeric_limits<double>::infinity();
  while (plane.across < 3 && (u[plane.across] != 0 || v[plane.across] != 0)) ++plane.across;
  return plane;
}

int SmallBodies::sign(Side& side, std::uint32_t face, const Side& other, std::uint32_t vertex) {
  if (side.has_plane[face] == 0) {
    side.planes[face] = plane_of(side.triangle(face), other.object.box);
    side.signs[face].fill(kUnknown);
    side.has_plane[face] = 1;
  }
  std::int8_t& known = side.signs[face][vertex];
  if (known != kUnknown) return known;
  const Plane& plane = side.planes[face];
  const Vec3& p = other.vertices[vertex];
  const double d = plane.normal.dot(p - plane.origin);  // infinities and NaN fail both comparisons
  if (plane.across < 3 && p[plane.across] == plane.origin[plane.across]) {
    known = 0;
  } else if (d > plane.bound || d < -plane.bound) {
    known = d > 0 ? -1 : 1;
  } else {
    const Triangle t = side.triangle(face);
    known = static_cast<std::int8_t>(orient3d(t.p[0], t.p[1], t.p[2], p));
  }
  return known;
}

void SmallBodies::decide(std::span<const Candidate> candidates, std::span<Relation> relations) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::uint32_t f = candidates[i].a_face, g = candidates[i].b_face;
    PlaneSides at_b, at_a;
    for (std::size_t k = 0; k < 3; ++k) at_b.s[k] = sign(b_, g, a_, a_.object.faces[f][k]);
    if (at_b.one_side()) {
      relations[i] = Relation::disjoint;
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) at_a.s[k] = sign(a_, f, b_, b_.object.faces[g][k]);
    relations[i] = face_pair_static(a_.triangle(f), b_.triangle(g), at_b, at_a);
  }
}

}  // namespace impinge
