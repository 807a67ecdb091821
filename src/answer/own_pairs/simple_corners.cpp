// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A face is a sector as seen from its corner along an axis. Off the rims of an object every border of a sector is that of
// another one on its other side, so that all directions are covered equally often if all sectors turn alike: as often as one
// direction is passed. Linear time, three signs of the plane a face.
#include "answer/own_pairs/simple_corners.h"

#include <cstdint>

#include "base/predicates.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

namespace {

// What is seen of the faces around a corner along one axis.
struct Sectors {
  bool left = false, right = false, flat = false;  // some turn left, turn right, have no area
  std::uint32_t passed = 0;                        // how many times one direction is passed

  bool side_by_side() const { return left != right && !flat && passed == 1; }
};

// In which half of the plane p lies as seen from v; each half has one of the two directions along the border.
bool in_upper_half(const Vec3& p, const Vec3& v, int axis) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  return p[y] > v[y] || (p[y] == v[y] && p[x] > v[x]);
}

// At an edge that not exactly two faces pass, in opposite directions.
std::vector<bool> corners_of_rims(const WorldObject& object) {
  std::vector<bool> rims(object.local.size(), false);
  if (object.closed()) return rims;
  const FaceAdjacency& adjacency = adjacency_of(object.faces, *object.topology);
  for (std::uint32_t f = 0; f < object.faces.size(); ++f) {
    const Face c = object.topology->corners(object.faces[f]);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = c[i], q = c[(i + 1) % 3], other = adjacency.across(f, i);
      bool passed_back = false;
      if (other != FaceAdjacency::kNone) {
        const Face d = object.topology->corners(object.faces[other]);
        for (std::size_t k = 0; k < 3; ++k) passed_back = passed_back || (d[k] == q && d[(k + 1) % 3] == p);
      }
      if (!passed_back) rims[p] = rims[q] = true;
    }
  }
  return rims;
}

}  // namespace

std::vector<bool> simple_corners(const WorldObject& object) {
  std::vector<std::array<Sectors, 3>> seen(object.local.size());
  for (std::uint32_t f = 0; f < object.faces.size(); ++f) {
    const Triangle t = object.triangle(f);
    const Face corners = object.topology->corners(object.faces[f]);
    for (int axis = 0; axis < 3; ++axis) {
      const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
      for (std::size_t i = 0; i < 3; ++i) {
        Sectors& sectors = seen[corners[i]][static_cast<std::size_t>(axis)];
        (turn > 0 ? sectors.left : turn < 0 ? sectors.right : sectors.flat) = true;
        const Vec3 &v = t.p[i], &p = t.p[(i + 1) % 3], &q = t.p[(i + 2) % 3];
        if (!in_upper_half(p, v, axis) && in_upper_half(q, v, axis)) ++sectors.passed;
      }
    }
  }
  const std::vector<bool> rims = corners_of_rims(object);
  std::vector<bool> simple(object.local.size());
  for (std::size_t c = 0; c < seen.size(); ++c)
    simple[c] = !rims[c] && (seen[c][0].side_by_side() || seen[c][1].side_by_side() || seen[c][2].side_by_side());
  return simple;
}

}  // namespace impinge
