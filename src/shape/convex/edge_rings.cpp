// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects (section 4, the
// one-dimensional mesh map). Angles only say where to look; which edge it is, is decided by exact signs.
#include "shape/convex/edge_rings.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/predicates.h"
#include "shape/convex/convex_surface.h"
#include "shape/convex/square_map.h"

namespace impinge {

namespace {

constexpr std::size_t kManyCorners = 32;  // below, a walk is as fast
constexpr std::uint32_t kManyTriangles = 48;
constexpr float kWholeTurn = 8;  // around the square of side 2

float turn_of(double x, double y) {
  if (x == 0 && y == 0) return 0;
  const SquarePoint p = square_point(x, y);
  return std::min(static_cast<float>(2 * p.side + p.u + 1), std::nextafter(kWholeTurn, 0.0f));
}

std::uint32_t ring_corner(const ConvexSurface& s, std::uint32_t edge, unsigned next) {
  return s.faces[edge / 4][(edge % 4 + next) % 3];
}

const Vec3& ring_point(const ConvexSurface& s, std::uint32_t edge, unsigned next = 0) {
  return s.vertices[ring_corner(s, edge, next)];
}

bool in_plane(const ConvexSurface& s, std::uint32_t f, std::uint32_t g) {
  const Face &a = s.faces[f], &b = s.faces[g];
  return std::all_of(b.begin(), b.end(), [&](std::uint32_t v) {
    return v == a[0] || v == a[1] || v == a[2] ||
           orient3d(s.vertices[a[0]], s.vertices[a[1]], s.vertices[a[2]], s.vertices[v]) == 0;
  });
}

// The edges around some triangles of one plane, each beginning where the last ends; empty if few, or not one ring.
std::vector<std::uint32_t> rim_of(const ConvexSurface& s, const std::vector<std::uint32_t>& triangles,
                                  const std::vector<std::uint32_t>& mark) {
  const std::uint32_t own = mark[triangles.front()];
  std::size_t count = 0;
  std::uint32_t first = 0;
  for (const std::uint32_t f : triangles)
    for (unsigned i = 0; i < 3; ++i)
      if (mark[s.neighbours[f][i]] != own) {
        first = 4 * f + i;
        ++count;
      }
  std::vector<std::uint32_t> rim;
  if (count < kManyCorners) return rim;
  std::uint32_t edge = first;
  do {
    rim.push_back(edge);
    // Around the end of the edge, through triangles of the plane, to the next one that has a neighbour elsewhere.
    std::uint32_t f = edge / 4;
    unsigned i = (edge % 4 + 1) % 3;
    while (mark[s.neighbours[f][i]] == own) {
      const std::uint32_t end = s.faces[f][i];
      f = s.neighbours[f][i];
      i = s.faces[f][0] == end ? 0 : s.faces[f][1] == end ? 1 : 2;
    }
    edge = 4 * f + i;
  } while (edge != first && rim.size() <= count);
  if (rim.size() != count) rim.clear();
  return rim;
}

// The rim's first corner, the one farthest from it, and the one farthest from the line of both, counter-clockwise.
Face wide_triangle(const ConvexSurface& s, const std::vector<std::uint32_t>& rim) {
  std::size_t far = 0, wide = 0;
  double most = -1;
  for (std::size_t i = 0; i < rim.size(); ++i)
    if (const double d = (ring_point(s, rim[i]) - ring_point(s, rim[0])).squaredNorm(); d > most) {
      most = d;
      far = i;
    }
  const Vec3 along = ring_point(s, rim[far]) - ring_point(s, rim[0]);
  most = -1;
  for (std::size_t i = 0; i < rim.size(); ++i)
    if (const double d = along.cross(ring_point(s, rim[i]) - ring_point(s, rim[0])).squaredNorm(); d > most) {
      most = d;
      wide = i;
    }
  if (wide < far) std::swap(wide, far);
  return {ring_corner(s, rim[0], 0), ring_corner(s, rim[far], 0), ring_corner(s, rim[wide], 0)};
}

}  // namespace

EdgeRings::EdgeRings(const ConvexSurface& s) {
  add_faces(s);
  add_vertices(s);
}

void EdgeRings::add_faces(const ConvexSurface& s) {
  std::vector<std::uint32_t> mark(s.faces.size(), kNone), group;
  for (std::uint32_t seed = 0, groups = 0; seed < s.faces.size(); ++seed) {
    if (mark[seed] != kNone) continue;
    mark[seed] = groups;
    group.assign(1, seed);
    for (std::size_t k = 0; k < group.size(); ++k)
      for (const std::uint32_t g : s.neighbours[group[k]])
        if (mark[g] == kNone && in_plane(s, seed, g)) {
          mark[g] = groups;
          group.push_back(g);
        }
    ++groups;
    if (group.size() + 2 < kManyCorners) continue;
    std::vector<std::uint32_t> rim = rim_of(s, group, mark);
    if (rim.empty()) continue;
    Vec3 centre = Vec3::Zero();
    for (const std::uint32_t e : rim) centre += ring_point(s, e) / static_cast<double>(rim.size());
    if (!add(s, rim, centre, wide_triangle(s, rim))) continue;
    for (const std::uint32_t f : group) face_ring_[f] = static_cast<std::uint32_t>(rings_.size() - 1);
  }
}

void EdgeRings::add_vertices(const ConvexSurface& s) {
  std::vector<std::uint32_t> triangles(s.vertices.size(), 0), ring;
  for (const Face& f : s.faces)
    for (const std::uint32_t v : f) ++triangles[v];
  for (std::uint32_t v = 0; v < triangles.size(); ++v) {
    if (triangles[v] < kManyTriangles) continue;
    ring.clear();
    std::uint32_t f = s.vertex_face[v];
    do {
      const unsigned i = s.faces[f][0] == v ? 0 : s.faces[f][1] == v ? 1 : 2;
      ring.push_back(4 * f + (i + 1) % 3);
      f = s.neighbours[f][(i + 2) % 3];
    } while (f != s.vertex_face[v]);
    if (!add(s, ring, s.vertices[v], {v, v, v})) continue;
    for (const std::uint32_t e : ring) vertex_ring_[e / 4] = static_cast<std::uint32_t>(rings_.size() - 1);
  }
}

bool EdgeRings::add(const ConvexSurface& s, std::vector<std::uint32_t>& ring, const Vec3& centre, const Face& wide) {
  const Vec3 axis = centre - s.inner;
  const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u).normalized();
  if (!u.allFinite() || !v.allFinite()) return false;
  // The sectors around the centre are the ring's only if it lies inside.
  for (const std::uint32_t e : ring)
    if (orient3d(s.inner, ring_point(s, e), ring_point(s, e, 1), centre) >= 0) return false;
  const auto turn = [&](std::uint32_t e) {
    const Vec3 offset = ring_point(s, e) - s.inner;
    return turn_of(u.dot(offset), v.dot(offset));
  };
  std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end(), [&](auto x, auto y) { return turn(x) < turn(y); }),
              ring.end());
  const auto begin = static_cast<std::uint32_t>(edges_.size()), size = static_cast<std::uint32_t>(ring.size());
  float last = 0;
  for (const std::uint32_t e : ring) {
    edges_.push_back(e);
    turns_.push_back(last = std::max(last, turn(e)));
  }
  for (std::uint32_t c = 0, i = 0; c < size; ++c) {
    while (i < size && turns_[begin + i] < kWholeTurn * static_cast<float>(c) / static_cast<float>(size)) ++i;
    cells_.push_back(i);
  }
  face_ring_.resize(s.faces.size(), kNone);
  vertex_ring_.resize(s.faces.size(), kNone);
  rings_.push_back({begin, size, centre, u, v, wide});
  return true;
}

std::uint32_t EdgeRings::seed(const Ring& r, const Vec3& offset) const {
  const float turn = turn_of(r.u.dot(offset), r.v.dot(offset));
  const auto share = static_cast<std::uint32_t>(std::max(0.0f, turn / kWholeTurn * static_cast<float>(r.size)));
  const std::uint32_t cell = std::min(share, r.size - 1);  // NaN is 0
  const std::uint32_t from = cells_[r.begin + cell], to = cell + 1 < r.size ? cells_[r.begin + cell + 1] : r.size;
  const float* turns = turns_.data() + r.begin;
  const auto after = static_cast<std::uint32_t>(std::upper_bound(turns + from, turns + to, turn) - turns);
  return after == 0 ? r.size - 1 : after - 1;
}

EdgeRings::Edge EdgeRings::edge_towards(const ConvexSurface& s, std::uint32_t ring, const Vec3& point) const {
  const Ring& r = rings_[ring];
  const std::uint32_t* edges = edges_.data() + r.begin;
  std::uint32_t i = seed(r, point - s.inner);
  for (std::uint32_t steps = 0; steps <= r.size; ++steps) {
    if (orient3d(s.inner, r.centre, ring_point(s, edges[i]), point) > 0)
      i = i == 0 ? r.size - 1 : i - 1;
    else if (orient3d(s.inner, ring_point(s, edges[i], 1), r.centre, point) > 0)
      i = i + 1 == r.size ? 0 : i + 1;
    else
      break;
  }
  return {edges[i] / 4, edges[i] % 4};
}

std::vector<std::vector<std::uint32_t>> EdgeRings::flat_corners(const ConvexSurface& s) const {
  std::vector<std::vector<std::uint32_t>> all;
  for (const Ring& r : rings_) {
    if (r.wide[0] == r.wide[1]) continue;  // around a vertex
    std::vector<std::uint32_t>& corners = all.emplace_back();
    for (std::uint32_t i = 0; i < r.size; ++i) corners.push_back(ring_corner(s, edges_[r.begin + i], 0));
  }
  return all;
}

std::uint64_t EdgeRings::bytes() const {
  return (face_ring_.size() + vertex_ring_.size() + edges_.size() + cells_.size()) * sizeof(std::uint32_t) +
         turns_.size() * sizeof(float) + rings_.size() * sizeof(Ring);
}

}  // namespace impinge
