// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A face is a sector as seen from its corner along an axis. Off the rims of an object every border of a sector is that of
// another one on its other side, so that all directions are covered equally often if all sectors turn alike: as often as one
// direction is passed. Linear time, three signs of the plane a face. Where no sector turns over while corners move, they
// still go round as often as before.
#include "answer/own_pairs/simple_corners.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/lent.h"
#include "base/predicates.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

namespace {

// What is seen of the faces around a corner, a byte for each axis.
using Sectors = std::uint32_t;
constexpr Sectors kLeft = 1, kRight = 2, kFlat = 4;  // some turn left, turn right, have no area
constexpr Sectors kPassed = 8, kPassedAgain = 16;    // one direction is passed, and more than once
constexpr Sectors kAllPassed = kPassed << 16 | kPassed << 8 | kPassed;

bool side_by_side(Sectors s) { return s == (kLeft | kPassed) || s == (kRight | kPassed); }

// For each axis kPassed if the way from v to p leads into the upper half of the plane; each half has one of the two
// directions along the border.
inline Sectors ways_up(const Vec3& p, const Vec3& v) {
  const auto more = [&](int x) { return p[x] > v[x] ? kPassed : 0; };
  const auto same = [&](int x) { return p[x] == v[x] ? kPassed : 0; };
  const Sectors x = more(0), y = more(1), z = more(2);
  return (z | (same(2) & y)) | (x | (same(0) & z)) << 8 | (y | (same(1) & x)) << 16;
}

// At an edge that not exactly two faces pass, in opposite directions.
void find_corners_of_rims(const WorldObject& object, std::vector<bool>& rims) {
  rims.assign(object.local.size(), false);
  if (object.closed()) return;
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
}

// `turns(triangle)` gives one of the first three bits for each axis.
template <typename Place, typename Turns>
std::vector<bool> find_simple(const WorldObject& object, const Place& triangle_of, const Turns& turns) {
  Lent<Sectors> lent;
  std::vector<Sectors>& seen = *lent;
  seen.resize(object.local.size());
  for (const Face& face : object.faces) {
    const Triangle t = triangle_of(face);
    const Face corners = object.topology->corners(face);
    const Sectors turn = turns(t);
    const Sectors up[3] = {ways_up(t.p[1], t.p[0]), ways_up(t.p[2], t.p[1]), ways_up(t.p[0], t.p[2])};
    // The way to the next corner is in the lower half, that to the one before in the upper.
    for (std::size_t i = 0; i < 3; ++i) {
      Sectors& sectors = seen[corners[i]];
      const Sectors passed = ~(up[i] | up[(i + 2) % 3]) & kAllPassed;
      sectors |= turn | passed | (sectors & passed) << 1;
    }
  }
  Lent<bool> lent_rims;
  const std::vector<bool>& rims = *lent_rims;
  find_corners_of_rims(object, *lent_rims);
  std::vector<bool> simple = Lent<bool>::take();
  simple.resize(object.local.size());
  for (std::size_t c = 0; c < seen.size(); ++c)
    simple[c] = !rims[c] && (side_by_side(seen[c] & 255) || side_by_side(seen[c] >> 8 & 255) || side_by_side(seen[c] >> 16));
  return simple;
}

}  // namespace

std::vector<bool> simple_corners(const WorldObject& object) {
  const auto turns = [](const Triangle& t) {
    Sectors result = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
      result |= (turn > 0 ? kLeft : turn < 0 ? kRight : kFlat) << 8 * axis;
    }
    return result;
  };
  const auto placed = [&](const Face& f) {
    return Triangle{{object.vertex(f[0]), object.vertex(f[1]), object.vertex(f[2])}};
  };
  return find_simple(object, placed, turns);
}

// Edges up to e on each axis change by twice the slack, products of two by 4 e s + 4 s^2, and an area is two of them.
std::vector<bool> steady_corners(const WorldObject& object, double slack) {
  const auto turns = [slack](const Triangle& t) {
    const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0];
    double e = 0;
    for (int x = 0; x < 3; ++x) e = std::max({e, std::fabs(u[x]), std::fabs(v[x])});
    const double bound = e > 0x1p-400 ? 8.01 * slack * (e + slack) + 0x1p-50 * e * e : INFINITY;
    Sectors result = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int x = (axis + 1) % 3, y = (axis + 2) % 3;
      const double area = u[x] * v[y] - u[y] * v[x];
      result |= (area > bound ? kLeft : area < -bound ? kRight : kFlat) << 8 * axis;
    }
    return result;
  };
  const auto local = [&](const Face& f) { return Triangle{{object.local[f[0]], object.local[f[1]], object.local[f[2]]}}; };
  return find_simple(object, local, turns);
}

}  // namespace impinge
