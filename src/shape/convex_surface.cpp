// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Walks and climbs by exact signs: on a convex body the walk never turns in circles (its shadow on a sphere is a regular
// subdivision) and a vertex above all its neighbours is above all others.
#include "shape/convex_surface.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numeric>

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

template <typename Rise>
std::uint32_t climbed(const ConvexSurface& s, std::uint32_t vertex, const Rise& rise_to) {
  for (;;) {
    std::uint32_t best = vertex;
    s.around(vertex, [&](std::uint32_t v) {
      if (rise_to(s.vertices[best], s.vertices[v]) > 0) best = v;
    });
    if (best == vertex) return vertex;
    vertex = best;
  }
}

}  // namespace

std::uint32_t ConvexSurface::walk(const Vec3& point, std::uint32_t face) const {
  std::uint32_t came_from = kNone;
  // A star-shaped body may lead a walk in circles: then every face is asked.
  for (std::size_t steps = 0; steps < 64 + faces.size() / 4; ++steps) {
    const Face& f = faces[face];
    std::uint32_t next = kNone;
    for (unsigned i = 0; i < 3 && next == kNone; ++i) {
      if (neighbours[face][i] == came_from) continue;
      if (orient3d(inner, vertices[f[i]], vertices[f[(i + 1) % 3]], point) > 0) next = neighbours[face][i];
    }
    if (next == kNone) return face;
    came_from = face;
    face = next;
  }
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    bool holds = true;
    for (unsigned i = 0; i < 3 && holds; ++i)
      holds = orient3d(inner, vertices[faces[f][i]], vertices[faces[f][(i + 1) % 3]], point) <= 0;
    if (holds) return f;
  }
  return face;
}

std::uint32_t ConvexSurface::climb(const Vec3& direction, std::uint32_t vertex) const {
  return climbed(*this, vertex, [&](const Vec3& from, const Vec3& to) { return rise(direction, from, to); });
}

std::uint32_t ConvexSurface::climb(const ExactVec& direction, const Vec3& rough, std::uint32_t vertex) const {
  return climbed(*this, vertex, [&](const Vec3& from, const Vec3& to) { return rise(direction, rough, from, to); });
}

ConvexSurface::Gauge ConvexSurface::gauge(const Vec3& offset, std::uint32_t face) const {
  const Face& f = faces[face];
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
  std::vector<std::uint32_t> start(n + 2, 0), edges(3 * s.faces.size());  // edges by the vertex they start from
  for (const Face& f : s.faces)
    for (const std::uint32_t v : f) ++start[v + 2];
  std::partial_sum(start.begin(), start.end(), start.begin());
  for (std::uint32_t e = 0; e < edges.size(); ++e) edges[start[s.faces[e / 3][e % 3] + 1]++] = e;
  s.neighbours.assign(s.faces.size(), Face{ConvexSurface::kNone, ConvexSurface::kNone, ConvexSurface::kNone});
  s.vertex_face.assign(n, ConvexSurface::kNone);
  std::vector<OpenEdge> open;
  for (std::uint32_t f = 0; f < s.faces.size(); ++f)
    for (unsigned i = 0; i < 3; ++i) {
      const std::uint32_t from = s.faces[f][i], to = s.faces[f][(i + 1) % 3];
      s.vertex_face[from] = f;
      int twins = 0, copies = 0;
      for (std::uint32_t k = start[to]; k < start[to + 1]; ++k) {
        const std::uint32_t e = edges[k];
        if (s.faces[e / 3][(e % 3 + 1) % 3] == from) s.neighbours[f][i] = e / 3, ++twins;
      }
      for (std::uint32_t k = start[from]; k < start[from + 1]; ++k)
        if (s.faces[edges[k] / 3][(edges[k] % 3 + 1) % 3] == to) ++copies;
      if (twins != 1 || copies != 1) open.push_back({f, from, to});
    }
  return open;
}

}  // namespace impinge
