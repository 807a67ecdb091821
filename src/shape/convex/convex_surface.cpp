// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Walks and climbs by exact signs: on a convex body the walk never turns in circles (its shadow on a sphere is a regular
// subdivision) and a vertex above all its neighbours is above all others.
#include "shape/convex/convex_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/predicates.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;

// Sign of direction . (to - from): the double decides unless it is within its own error.
int rise(const Vec3& direction, const Vec3& from, const Vec3& to) {
  const double x = direction.x() * (to.x() - from.x()), y = direction.y() * (to.y() - from.y()),
               z = direction.z() * (to.z() - from.z());
  const double sum = x + y + z, size = std::fabs(x) + std::fabs(y) + std::fabs(z);
  if (std::fabs(sum) > 6 * kEpsilon * size + 0x1p-1000 && size < 0x1p1000) return sum > 0 ? 1 : -1;
  const Exact value = Exact(direction.x()) * (Exact(to.x()) - from.x()) + Exact(direction.y()) * (Exact(to.y()) - from.y()) +
                      Exact(direction.z()) * (Exact(to.z()) - from.z());
  return value.sign();
}

int rise(const ExactVec& direction, const Vec3& rough, const Vec3& from, const Vec3& to) {
  const double x = rough.x() * (to.x() - from.x()), y = rough.y() * (to.y() - from.y()), z = rough.z() * (to.z() - from.z());
  const double sum = x + y + z, size = std::fabs(x) + std::fabs(y) + std::fabs(z);
  if (std::fabs(sum) > 32 * kEpsilon * size + 0x1p-1000 && size < 0x1p1000) return sum > 0 ? 1 : -1;
  return (direction.x * (Exact(to.x()) - from.x()) + direction.y * (Exact(to.y()) - from.y()) +
          direction.z * (Exact(to.z()) - from.z()))
      .sign();
}

// Sign of d . p * (w . q) - d . q * (w . p) for edges p and q from one vertex, both below it along w: whether p rises more
// for its way down. `rough` is the double of a direction whose product with an edge `exact_dot` gives.
template <typename ExactDot>
int steepness(const Vec3& rough, const Vec3& w, const Vec3& from, const Vec3& p, const Vec3& q, const ExactDot& exact_dot) {
  struct Product {
    double value, size;
  };
  const auto product = [&](const Vec3& d, const Vec3& to) {
    const double x = d.x() * (to.x() - from.x()), y = d.y() * (to.y() - from.y()), z = d.z() * (to.z() - from.z());
    return Product{x + y + z, std::fabs(x) + std::fabs(y) + std::fabs(z)};
  };
  const Product dp = product(rough, p), dq = product(rough, q), wp = product(w, p), wq = product(w, q);
  const double sign = dq.value * wp.value - dp.value * wq.value, size = dq.size * wp.size + dp.size * wq.size;
  if (std::fabs(sign) > 64 * kEpsilon * size + 0x1p-900 && size < 0x1p900) return sign > 0 ? 1 : -1;
  const auto exact_w = [&](const Vec3& to) { return dot(ExactVec(w), ExactVec(to) - ExactVec(from)); };
  return (exact_dot(from, q) * exact_w(p) - exact_dot(from, p) * exact_w(q)).sign();
}

template <typename Rise, typename ExactDot>
std::uint32_t climbed(const ConvexSurface& s, std::uint32_t vertex, const Vec3& rough, const Rise& rise_to,
                      const ExactDot& exact_dot) {
  const std::uint32_t* last_rim = nullptr;
  for (;;) {
    if (const std::span<const std::uint32_t> rim = s.vertex_rings.rim(vertex); rim.data() != last_rim && !rim.empty()) {
      last_rim = rim.data();
      const std::uint32_t top = VertexRings::steepest(
          rim, [&](std::uint32_t p, std::uint32_t q) { return rise_to(s.vertices[q], s.vertices[p]) > 0; });
      if (rise_to(s.vertices[vertex], s.vertices[top]) > 0) vertex = top;
    }
    std::uint32_t best = vertex;
    if (s.vertex_rings.has(vertex)) {
      const VertexRings::Ring ring = s.vertex_rings.ring(vertex);
      const std::uint32_t top = VertexRings::steepest(ring.neighbours, [&](std::uint32_t p, std::uint32_t q) {
        return steepness(rough, ring.up, s.vertices[vertex], s.vertices[p], s.vertices[q], exact_dot) > 0;
      });
      if (rise_to(s.vertices[vertex], s.vertices[top]) > 0) best = top;
    } else {
      s.around(vertex, [&](std::uint32_t v) {
        if (rise_to(s.vertices[best], s.vertices[v]) > 0) best = v;
      });
    }
    if (best == vertex) return vertex;
    vertex = best;
  }
}

}  // namespace

void ConvexSurface::index_large() {
  edge_rings = EdgeRings(*this);
  vertex_rings = VertexRings(*this);
}

bool ConvexSurface::outside(const Vec3& point, std::uint32_t face, unsigned side) const {
  const Face& f = faces[face];
  return orient3d(inner, vertices[f[side]], vertices[f[(side + 1) % 3]], point) > 0;
}

Face ConvexSurface::plane_towards(const Vec3& point, std::uint32_t face) const {
  const std::uint32_t f = walk(point, face, Walk::plane), ring = edge_rings.face_ring(f);
  return ring == EdgeRings::kNone ? faces[f] : edge_rings.wide(ring);
}

std::uint32_t ConvexSurface::walk(const Vec3& point, std::uint32_t face, Walk kind) const {
  std::uint32_t came_from = kNone;
  bool in_flat = false;  // the triangle's flat face is the right one
  // A star-shaped body may lead a walk in circles: then every face is asked.
  for (std::size_t steps = 0; steps < 64 + faces.size() / 4; ++steps) {
    if (!in_flat && edge_rings.face_ring(face) != EdgeRings::kNone) {
      const EdgeRings::Edge e = edge_rings.edge_towards(*this, edge_rings.face_ring(face), point);
      in_flat = !outside(point, e.triangle, e.side);
      if (in_flat && kind == Walk::plane) return face;
      if (!in_flat) {
        came_from = e.triangle;
        face = neighbours[e.triangle][e.side];
        continue;
      }
    }
    if (edge_rings.vertex_ring(face) != EdgeRings::kNone) {
      const EdgeRings::Edge e = edge_rings.edge_towards(*this, edge_rings.vertex_ring(face), point);
      if (!outside(point, e.triangle, e.side)) return e.triangle;
      came_from = e.triangle;
      face = neighbours[e.triangle][e.side];
      continue;
    }
    std::uint32_t next = kNone;
    for (unsigned i = 0; i < 3 && next == kNone; ++i)
      if (neighbours[face][i] != came_from && outside(point, face, i)) next = neighbours[face][i];
    if (next == kNone) return face;
    came_from = face;
    face = next;
  }
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    if (!outside(point, f, 0) && !outside(point, f, 1) && !outside(point, f, 2)) return f;
  return face;
}

std::uint32_t ConvexSurface::climb(const Vec3& direction, std::uint32_t vertex) const {
  return climbed(
      *this, vertex, direction, [&](const Vec3& from, const Vec3& to) { return rise(direction, from, to); },
      [&](const Vec3& from, const Vec3& to) { return dot(ExactVec(direction), ExactVec(to) - ExactVec(from)); });
}

std::uint32_t ConvexSurface::climb(const ExactVec& direction, const Vec3& rough, std::uint32_t vertex) const {
  return climbed(
      *this, vertex, rough, [&](const Vec3& from, const Vec3& to) { return rise(direction, rough, from, to); },
      [&](const Vec3& from, const Vec3& to) { return dot(direction, ExactVec(to) - ExactVec(from)); });
}

ConvexSurface::Gauge ConvexSurface::gauge(const Vec3& offset, const Face& f) const {
  const Vec3 a = vertices[f[0]] - inner, b = vertices[f[1]] - vertices[f[0]], c = vertices[f[2]] - vertices[f[0]];
  const Vec3 normal = b.cross(c);
  const double height = normal.dot(a);
  if (!(height > 0)) return {HUGE_VAL, HUGE_VAL, a};
  const double value = normal.dot(offset) / height;
  // The plane is only as good as the triangle is wide; near the triangle, where it is used, that costs this much.
  const double b_size = b.norm(), c_size = c.norm(), a_size = a.norm();
  const double error =
      16 * kEpsilon * (1 + std::fabs(value)) * (1 + b_size * c_size * (b_size + c_size + a_size * 0x1p-20) / height);
  return {value, error, normal / height};
}

std::vector<OpenEdge> link_faces(ConvexSurface& s) {
  const std::size_t n = s.vertices.size();
  const auto end_of = [&](std::uint32_t e) { return s.faces[e / 3][(e % 3 + 1) % 3]; };
  std::vector<std::uint32_t> start(n + 2, 0), edges(3 * s.faces.size());  // edges by the vertex they start from, then end
  for (const Face& f : s.faces)
    for (const std::uint32_t v : f) ++start[v + 2];
  std::partial_sum(start.begin(), start.end(), start.begin());
  for (std::uint32_t e = 0; e < edges.size(); ++e) edges[start[s.faces[e / 3][e % 3] + 1]++] = e;
  for (std::size_t v = 0; v < n; ++v)
    std::sort(edges.begin() + start[v], edges.begin() + start[v + 1],
              [&](std::uint32_t a, std::uint32_t b) { return end_of(a) < end_of(b); });
  const auto from_to = [&](std::uint32_t from, std::uint32_t to) {
    const auto begin = edges.begin() + start[from], end = edges.begin() + start[from + 1];
    const auto first = std::partition_point(begin, end, [&](std::uint32_t e) { return end_of(e) < to; });
    auto last = first;
    while (last != end && end_of(*last) == to) ++last;
    return std::span<const std::uint32_t>(first, last);
  };
  s.neighbours.assign(s.faces.size(), Face{ConvexSurface::kNone, ConvexSurface::kNone, ConvexSurface::kNone});
  s.vertex_face.assign(n, ConvexSurface::kNone);
  std::vector<OpenEdge> open;
  for (std::uint32_t f = 0; f < s.faces.size(); ++f)
    for (unsigned i = 0; i < 3; ++i) {
      const std::uint32_t from = s.faces[f][i], to = s.faces[f][(i + 1) % 3];
      s.vertex_face[from] = f;
      const std::span<const std::uint32_t> twins = from_to(to, from);
      if (!twins.empty()) s.neighbours[f][i] = twins.front() / 3;
      if (twins.size() != 1 || from_to(from, to).size() != 1) open.push_back({f, from, to});
    }
  return open;
}

}  // namespace impinge
