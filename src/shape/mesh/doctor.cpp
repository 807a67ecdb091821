// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The input doctor: what is wrong with a mesh, in linear time. Half-edges are bucketed by their lower corner, so that an
// edge is found among the half-dozen others of its bucket and no global sort or hash of edges is needed.
#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/predicates.h"
#include "base/union_find.h"
#include "shape/mesh/mesh_corners.h"
#include "shape/mesh/mesh_data.h"
#include "shape/mesh/shell_faults.h"

namespace impinge {

namespace {

constexpr std::uint32_t kNone = MeshReport::kNone;

std::string named(const std::string& origin) { return origin.empty() ? std::string("mesh") : origin; }

void require_indices(std::size_t n_vertices, std::span<const Face> faces, const std::string& origin) {
  if (faces.empty())
    throw Error(ErrorCode::bad_mesh, fmt::format("{}: no faces; a mesh needs at least one triangle", named(origin)));
  if (n_vertices >= UINT32_MAX || faces.size() > UINT32_MAX / 2)
    throw Error(ErrorCode::too_large,
                fmt::format("{}: more than 2^32 vertices or 2^31 faces; split the mesh", named(origin)));
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (const std::uint32_t v : faces[f])
      if (v >= n_vertices)
        throw Error(ErrorCode::bad_mesh,
                    fmt::format("{}: face {} refers to vertex {}, but there are {} vertices (numbered from 0)",
                                named(origin), f, v, n_vertices));
}

bool repeats_corner(const Face& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; }

// Items bucketed by vertex: items of v are entries[start[v] .. start[v + 1]).
template <typename Entry>
struct Buckets {
  std::vector<std::uint32_t> start;
  std::vector<Entry> entries;
};

// `each(face, emit)` calls emit(vertex, entry) for the items of one face; it is run twice, to count and to fill.
template <typename Entry, typename Each>
Buckets<Entry> bucketed(std::size_t n_vertices, std::size_t n_faces, const Each& each) {
  Buckets<Entry> b;
  b.start.assign(n_vertices + 2, 0);
  for (std::uint32_t f = 0; f < n_faces; ++f) each(f, [&](std::uint32_t v, const Entry&) { ++b.start[v + 2]; });
  std::partial_sum(b.start.begin(), b.start.end(), b.start.begin());
  b.entries.resize(b.start.back());
  for (std::uint32_t f = 0; f < n_faces; ++f)
    each(f, [&](std::uint32_t v, const Entry& e) { b.entries[b.start[v + 1]++] = e; });
  b.start.pop_back();
  return b;
}

struct HalfEdge {
  std::uint32_t other;          // the higher corner
  std::uint32_t face_and_back;  // 2 * face, + 1 if it runs from the higher to the lower corner
  std::uint32_t face() const { return face_and_back >> 1; }
  bool back() const { return (face_and_back & 1) != 0; }
};

void note(std::uint32_t& count, std::uint32_t& first, std::uint32_t face) {
  ++count;
  first = std::min(first, face);
}

// One edge: `uses` are all half-edges between two corners.
void judge_edge(std::span<const HalfEdge> uses, MeshReport& report, bool& balanced) {
  std::ptrdiff_t sum = 0;
  std::uint32_t face = kNone;
  for (const HalfEdge& h : uses) {
    sum += h.back() ? -1 : 1;
    face = std::min(face, h.face());
  }
  balanced = balanced && sum == 0;
  if (uses.size() == 1) note(report.open_edges, report.first_open_face, face);
  if (uses.size() > 2) note(report.non_manifold_edges, report.first_non_manifold_face, face);
  if (uses.size() == 2 && sum != 0) note(report.inconsistent_edges, report.first_inconsistent_face, face);
}

void examine_edges(const MeshTopology& topology, std::span<const Face> faces, std::size_t n_vertices, MeshReport& report) {
  auto buckets = bucketed<HalfEdge>(n_vertices, faces.size(), [&](std::uint32_t f, const auto& emit) {
    const Face c = topology.corners(faces[f]);
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t a = c[static_cast<std::size_t>(i)], b = c[static_cast<std::size_t>((i + 1) % 3)];
      if (a != b) emit(std::min(a, b), HalfEdge{std::max(a, b), 2 * f + (a > b ? 1u : 0u)});
    }
  });
  bool balanced = true;
  for (std::size_t v = 0; v < n_vertices; ++v) {
    const auto first = buckets.entries.begin() + buckets.start[v], last = buckets.entries.begin() + buckets.start[v + 1];
    if (first == last) continue;
    std::sort(first, last, [](const HalfEdge& x, const HalfEdge& y) { return x.other < y.other; });
    for (auto run = first; run != last;) {
      auto end = std::find_if(run, last, [&](const HalfEdge& h) { return h.other != run->other; });
      judge_edge({run, end}, report, balanced);
      run = end;
    }
  }
  report.closed = balanced;
}

void examine_faces(const MeshTopology& topology, std::span<const Vec3> vertices, std::span<const Face> faces,
                   MeshReport& report) {
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const Face& face = faces[f];
    if (repeats_corner(topology.corners(face)) || collinear(vertices[face[0]], vertices[face[1]], vertices[face[2]]))
      note(report.degenerate_faces, report.first_degenerate_face, f);
  }
  struct Corners {
    std::uint32_t middle, highest, face;
  };
  auto buckets = bucketed<Corners>(vertices.size(), faces.size(), [&](std::uint32_t f, const auto& emit) {
    Face c = topology.corners(faces[f]);
    std::sort(c.begin(), c.end());
    emit(c[0], Corners{c[1], c[2], f});
  });
  const auto key = [](const Corners& c) { return std::tuple(c.middle, c.highest, c.face); };
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const auto first = buckets.entries.begin() + buckets.start[v], last = buckets.entries.begin() + buckets.start[v + 1];
    std::sort(first, last, [&](const Corners& x, const Corners& y) { return key(x) < key(y); });
    for (auto c = first; c != last && c + 1 != last; ++c)
      if (c->middle == c[1].middle && c->highest == c[1].highest)
        note(report.duplicate_faces, report.first_duplicate_face, c[1].face);
  }
}

void find_components(MeshTopology& topology, std::span<const Face> faces, std::size_t n_vertices) {
  UnionFind connected(n_vertices);
  for (const Face& face : faces) {
    const Face c = topology.corners(face);
    connected.unite(c[0], c[1]);
    connected.unite(c[0], c[2]);
  }
  std::vector<std::uint32_t> number(n_vertices, kNone);
  topology.component_of.assign(n_vertices, kNone);
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    for (const std::uint32_t v : faces[f]) {
      std::uint32_t& n = number[connected.root(topology.corner(v))];
      if (n == kNone) {
        n = static_cast<std::uint32_t>(topology.component_faces.size());
        topology.component_faces.push_back(f);
      }
      topology.component_of[v] = n;
    }
}

}  // namespace

void require_finite(std::span<const Vec3> vertices, const std::string& origin) {
  for (std::size_t v = 0; v < vertices.size(); ++v)
    if (!vertices[v].allFinite())
      throw Error(ErrorCode::bad_mesh,
                  fmt::format("{}: vertex {} has a NaN or infinite coordinate ({}, {}, {}); repair or remove it",
                              named(origin), v, vertices[v].x(), vertices[v].y(), vertices[v].z()));
}

bool corners_hold(const MeshTopology& topology, std::span<const Vec3> vertices) {
  for (std::size_t v = 0; v < topology.corner_of.size(); ++v)
    if (vertices[topology.corner_of[v]] != vertices[v]) return false;
  return true;
}

namespace {

MeshTopology examine_corners(std::vector<std::uint32_t> corner_of, std::span<const Vec3> vertices,
                             std::span<const Face> faces) {
  MeshTopology t;
  t.corner_of = std::move(corner_of);
  // Three independent views of the same arrays, each with counts of its own.
  MeshReport edges, shape;
  bool cancels = false;
  tbb::parallel_invoke([&] { examine_edges(t, faces, vertices.size(), edges); },
                       [&] { examine_faces(t, vertices, faces, shape); },
                       [&] {
                         find_components(t, faces, vertices.size());
                         cancels = may_cancel(t, vertices, faces);
                       });
  t.report = edges;
  t.report.components = static_cast<std::uint32_t>(t.component_faces.size());
  t.report.degenerate_faces = shape.degenerate_faces;
  t.report.duplicate_faces = shape.duplicate_faces;
  t.report.first_degenerate_face = shape.first_degenerate_face;
  t.report.first_duplicate_face = shape.first_duplicate_face;
  if (cancels || t.report.duplicate_faces + t.report.non_manifold_edges > 0) find_shell_faults(t, vertices, faces);
  return t;
}

// Vertices of one corner that differ here become corners of their own.
void part_corners(std::vector<std::uint32_t>& corner_of, std::span<const Vec3> vertices) {
  std::map<std::tuple<std::uint32_t, double, double, double>, std::uint32_t> lowest;
  for (std::uint32_t v = 0; v < corner_of.size(); ++v) {
    const Vec3& p = vertices[v];
    corner_of[v] = lowest.try_emplace({corner_of[v], p.x(), p.y(), p.z()}, v).first->second;
  }
}

}  // namespace

MeshTopology examine(std::span<const Vec3> vertices, std::span<const Face> faces, const std::string& origin) {
  require_indices(vertices.size(), faces, origin);
  require_finite(vertices, origin);
  return examine_corners(find_corners(vertices), vertices, faces);
}

MeshTopology examine(std::span<const std::vector<Vec3>> vertex_keyframes, std::span<const Face> faces) {
  std::vector<std::uint32_t> corner_of = find_corners(vertex_keyframes.front());
  for (const std::vector<Vec3>& keyframe : vertex_keyframes.subspan(1)) part_corners(corner_of, keyframe);
  return examine_corners(std::move(corner_of), vertex_keyframes.front(), faces);
}

}  // namespace impinge
