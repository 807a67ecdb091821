// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/convex/vertex_rings.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/exact_vec.h"
#include "shape/convex/convex_surface.h"

namespace impinge {

namespace {

constexpr std::uint32_t kManyEdges = 48;  // below, looking at all is as fast

// Normals of the faces around a vertex, each with the angle it has there: well inside of the cone that they span.
Vec3 up_at(const ConvexSurface& s, std::uint32_t vertex, std::span<const std::uint32_t> ring) {
  Vec3 up = Vec3::Zero();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3 a = s.vertices[ring[i]] - s.vertices[vertex],
               b = s.vertices[ring[(i + 1) % ring.size()]] - s.vertices[vertex], normal = a.cross(b);
    const double size = normal.norm();
    if (size > 0) up += normal * (std::atan2(size, a.dot(b)) / size);
  }
  return up.dot(s.vertices[vertex] - s.inner) < 0 ? Vec3(-up) : up;
}

bool ring_below(const ConvexSurface& s, const Vec3& up, std::uint32_t vertex, std::uint32_t other) {
  return up.allFinite() && dot(ExactVec(up), ExactVec(s.vertices[other]) - ExactVec(s.vertices[vertex])).sign() < 0;
}

}  // namespace

VertexRings::VertexRings(const ConvexSurface& s) {
  std::vector<std::uint32_t> edges(s.vertices.size(), 0);
  for (const Face& f : s.faces)
    for (const std::uint32_t v : f) ++edges[v];
  for (std::uint32_t v = 0; v < edges.size(); ++v) {
    if (edges[v] < kManyEdges) continue;
    const auto begin = static_cast<std::uint32_t>(neighbours_.size());
    s.around(v, [&](std::uint32_t u) { neighbours_.push_back(u); });
    const std::span<const std::uint32_t> ring = std::span(neighbours_).subspan(begin);
    const Vec3 up = up_at(s, v, ring);
    // A vertex in the middle of a face or an edge has neighbours at its own height: it is looked at as any other.
    if (!std::all_of(ring.begin(), ring.end(), [&](std::uint32_t u) { return ring_below(s, up, v, u); })) {
      neighbours_.resize(begin);
      continue;
    }
    ring_of_.resize(s.vertices.size(), kNone);
    ring_of_[v] = static_cast<std::uint32_t>(rings_.size());
    rings_.push_back({begin, edges[v], up});
  }
  rims_ = s.edge_rings.flat_corners(s);
  if (!rims_.empty()) rim_of_.assign(s.vertices.size(), kNone);
  for (std::uint32_t r = 0; r < rims_.size(); ++r)
    for (const std::uint32_t v : rims_[r])
      if (rim_of_[v] == kNone || rims_[rim_of_[v]].size() < rims_[r].size()) rim_of_[v] = r;
}

std::uint64_t VertexRings::bytes() const {
  std::size_t n = ring_of_.size() + neighbours_.size() + rim_of_.size();
  for (const std::vector<std::uint32_t>& rim : rims_) n += rim.size();
  return n * sizeof(std::uint32_t) + rings_.size() * sizeof(Entry);
}

}  // namespace impinge
