// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A closed surface all of whose edges turn outwards or are flat, and that a ray from the inner point meets once, bounds a
// convex body: seen from there its faces cover the sphere without overlap.
#include "shape/convex/convex_mesh.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <optional>

#include "base/predicates.h"
#include "shape/convex/convex_hull.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

constexpr std::size_t kLookedAtFaces = 64, kLookedAtVertices = 256;
constexpr double kSoupArea = 1e-9;  // share of the hull's area that soup may leave open by rounding

[[noreturn]] void refuse(const std::string& origin, const std::string& why) {
  throw Error(ErrorCode::bad_mesh, fmt::format("{}: {}", origin.empty() ? "mesh" : origin, why));
}

std::string place(const Vec3& p) { return fmt::format("({}, {}, {})", p.x(), p.y(), p.z()); }

// Vertices at one place become one; vertices that no face uses are left out.
ConvexSurface welded(const Mesh& mesh) {
  ConvexSurface s;
  const MeshTopology& topology = Internals::data(mesh).topology;
  std::vector<std::uint32_t> id(mesh.vertices().size(), ConvexSurface::kNone);
  for (const Face& f : mesh.faces())
    for (const std::uint32_t v : f) id[topology.corner(v)] = 0;
  for (std::uint32_t v = 0; v < id.size(); ++v) {
    if (id[v] == ConvexSurface::kNone) continue;
    id[v] = static_cast<std::uint32_t>(s.vertices.size());
    s.vertices.push_back(mesh.vertices()[v]);
  }
  for (const Face& f : mesh.faces()) {
    const Face c = topology.corners(f);
    s.faces.push_back({id[c[0]], id[c[1]], id[c[2]]});
  }
  return s;
}

double volume_of(const ConvexSurface& s) {
  const Vec3& o = s.vertices.front();
  double volume = 0;
  for (const Face& f : s.faces) volume += (s.vertices[f[0]] - o).cross(s.vertices[f[1]] - o).dot(s.vertices[f[2]] - o);
  return volume;
}

void turn(Face& f) { std::swap(f[1], f[2]); }

// Faces that an inner point sees from behind are turned, whatever their order in the file.
void turn_outwards(ConvexSurface& s) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& v : s.vertices) middle += v / static_cast<double>(s.vertices.size());
  for (Face& f : s.faces)
    if (orient3d(s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]], middle) < 0) turn(f);
}

// The edge and the vertex beyond it that lies above the face.
std::optional<OpenEdge> inward_edge(const ConvexSurface& s) {
  for (std::uint32_t f = 0; f < s.faces.size(); ++f)
    for (unsigned i = 0; i < 3; ++i) {
      const std::uint32_t g = s.neighbours[f][i];
      if (g < f) continue;
      const Face &a = s.faces[f], &b = s.faces[g];
      const std::uint32_t from = a[i], to = a[(i + 1) % 3];
      const std::uint32_t beyond = b[0] != from && b[0] != to ? b[0] : b[1] != from && b[1] != to ? b[1] : b[2];
      if (orient3d(s.vertices[a[0]], s.vertices[a[1]], s.vertices[a[2]], s.vertices[beyond]) < 0)
        return OpenEdge{f, from, to};
    }
  return {};
}

bool holds_inside(const ConvexSurface& s, const Vec3& p) {
  return std::all_of(s.faces.begin(), s.faces.end(),
                     [&](const Face& f) { return orient3d(s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]], p) > 0; });
}

// How many faces the ray from the inner point through the middle of the first face meets.
std::uint32_t covers(const ConvexSurface& s) {
  const Face& first = s.faces.front();
  const Vec3 point = (s.vertices[first[0]] + s.vertices[first[1]] + s.vertices[first[2]]) / 3;
  std::uint32_t n = 0;
  for (const Face& f : s.faces) {
    bool holds = true;
    for (unsigned i = 0; i < 3 && holds; ++i)
      holds = orient3d(s.inner, s.vertices[f[i]], s.vertices[f[(i + 1) % 3]], point) < 0;
    n += holds ? 1 : 0;
  }
  return n;
}

double area_of(const ConvexSurface& s) {
  double area = 0;
  for (const Face& f : s.faces)
    area += (s.vertices[f[1]] - s.vertices[f[0]]).cross(s.vertices[f[2]] - s.vertices[f[0]]).norm();
  return area;
}

// Faces in no order, with flat ones or vertices on edges: the hull is the body if they lie on its boundary and cover it.
ConvexSurface surface_of_soup(const ConvexSurface& soup, const std::string& origin) {
  ConvexSurface hull = convex_hull(soup.vertices, origin);
  choose_inner_point(hull, origin);
  std::uint32_t at = 0;
  for (std::uint32_t k = 0; k < soup.faces.size(); ++k) {
    const Face& f = soup.faces[k];
    const Vec3 &a = soup.vertices[f[0]], &b = soup.vertices[f[1]], &c = soup.vertices[f[2]];
    if (collinear(a, b, c)) continue;
    at = hull.walk((a + b + c) / 3, at);
    const auto flush = [&](std::uint32_t g) {
      const Face& h = hull.faces[g];
      const Vec3 &p = hull.vertices[h[0]], &q = hull.vertices[h[1]], &r = hull.vertices[h[2]];
      return orient3d(p, q, r, a) == 0 && orient3d(p, q, r, b) == 0 && orient3d(p, q, r, c) == 0;
    };
    const Face& beside = hull.neighbours[at];
    if (!flush(at) && !std::any_of(beside.begin(), beside.end(), flush))
      refuse(origin,
             fmt::format("not convex: face {} with the edge from {} to {} lies inside the hull", k, place(a), place(b)));
  }
  const double covered = area_of(soup) / area_of(hull);
  if (!(std::fabs(covered - 1) <= kSoupArea))
    refuse(origin, fmt::format("not the boundary of a convex body: the faces cover {:.6g} of their hull's area; close holes "
                               "and remove duplicate faces, or ask for the hull of the points",
                               covered));
  return hull;
}

}  // namespace

ConvexSurface convex_surface_of(const Mesh& mesh) {
  const std::string& origin = mesh.origin();
  ConvexSurface s = welded(mesh);
  if (mesh.report().degenerate_faces > 0) return surface_of_soup(s, origin);
  if (volume_of(s) < 0) std::for_each(s.faces.begin(), s.faces.end(), turn);
  if (!link_faces(s).empty()) {
    turn_outwards(s);
    if (!link_faces(s).empty()) return surface_of_soup(s, origin);
  }
  if (const auto edge = inward_edge(s))
    refuse(origin, fmt::format("not convex at the edge from {} to {} of face {}: the next face turns towards it",
                               place(s.vertices[edge->from]), place(s.vertices[edge->to]), edge->face));
  choose_inner_point(s, origin);
  if (covers(s) > 1) refuse(origin, "not convex: the surface winds around its inside more than once");
  return s;
}

bool may_be_convex(const Mesh& mesh) {
  if (!mesh.closed() || !mesh.report().clean() || mesh.report().components != 1) return false;
  const std::span<const Vec3> vertices = mesh.vertices();
  const std::span<const Face> faces = mesh.faces();
  const std::size_t face_step = faces.size() / kLookedAtFaces + 1, vertex_step = vertices.size() / kLookedAtVertices + 1;
  for (std::size_t k = 0; k < faces.size(); k += face_step) {
    const Face& f = faces[k];
    bool above = false, below = false;
    for (std::size_t v = 0; v < vertices.size() && !(above && below); v += vertex_step) {
      const int side = orient3d(vertices[f[0]], vertices[f[1]], vertices[f[2]], vertices[v]);
      above = above || side < 0;
      below = below || side > 0;
    }
    if (above && below) return false;
  }
  return true;
}

void choose_inner_point(ConvexSurface& s, const std::string& origin) {
  const auto n = static_cast<double>(s.vertices.size());
  Vec3 middle = Vec3::Zero();
  for (const Vec3& v : s.vertices) middle += v / n;
  double volume = 0;
  Vec3 centre = Vec3::Zero();
  for (const Face& f : s.faces) {
    const Vec3 a = s.vertices[f[0]] - middle, b = s.vertices[f[1]] - middle, c = s.vertices[f[2]] - middle;
    const double v = a.cross(b).dot(c);
    volume += v;
    centre += (a + b + c) * (v / 4);
  }
  const Face& first = s.faces.front();
  std::vector<Vec3> tried = {middle + centre / volume, middle};
  for (const Vec3& v : s.vertices) {
    if (tried.size() > 8) break;
    tried.push_back((s.vertices[first[0]] + s.vertices[first[1]] + s.vertices[first[2]]) * 0.25 + v * 0.25);
  }
  for (const Vec3& p : tried)
    if (p.allFinite() && holds_inside(s, p)) {
      s.inner = p;
      return;
    }
  refuse(origin, "flat, or too thin to hold a point with double coordinates strictly inside");
}

}  // namespace impinge
