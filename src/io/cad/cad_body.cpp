// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/cad_body.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace impinge::io {
namespace {

Mesh mesh_of(const CadShape& shape, const std::string& origin) {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<std::uint32_t> sources;
  for (const Point3& p : shape.points) vertices.emplace_back(p[0], p[1], p[2]);
  for (const CadTriangle& t : shape.triangles) {
    faces.push_back(t.corners);
    sources.push_back(t.face);
  }
  return Mesh(std::move(vertices), std::move(faces), origin, std::move(sources));
}

CadShape scaled(CadShape shape, double unit) {
  if (unit == 1) return shape;
  for (Point3& p : shape.points)
    for (double& x : p) x *= unit;
  for (CadTriangle& t : shape.triangles) t.bound *= unit;
  for (CadFace& face : shape.faces) {
    for (double& x : face.origin) x *= unit;
    face.radius *= unit;
    if (face.kind == SurfaceKind::torus) face.second *= unit;
  }
  return shape;
}

}  // namespace

TrueShape::TrueShape(CadProcess& reader, std::uint32_t shape, CadShape loaded, double scale_to, const std::string& origin)
    : process(&reader), number(shape), unit(scale_to), now(scaled(std::move(loaded), scale_to)), mesh(mesh_of(now, origin)) {
  note_bounds();
}

TrueShape::TrueShape(const Mesh& given) : mesh(given) {
  for (const Vec3& p : given.vertices()) now.points.push_back({p.x(), p.y(), p.z()});
  for (const Face& face : given.faces()) {
    now.triangles.emplace_back();
    now.triangles.back().corners = face;
  }
  now.faces.emplace_back();
  now.solid = given.report().sound();
  note_bounds();
}

void TrueShape::note_bounds() {
  // Six times the volume, about a point of the body: its sign tells how the facets look.
  double volume = 0;
  const auto corner = [this](const CadTriangle& t, int k) {
    const Point3 &p = now.points[t.corners[k]], &o = now.points.front();
    return Vec3(p[0] - o[0], p[1] - o[1], p[2] - o[2]);
  };
  for (const CadTriangle& t : now.triangles) {
    bounds.push_back(t.bound);
    largest_bound = std::max(largest_bound, t.bound);
    volume += corner(t, 0).dot(corner(t, 1).cross(corner(t, 2)));
  }
  if (volume < 0) outward = -1;
}

const std::vector<std::uint32_t>& TrueShape::facets_of(std::uint32_t face) const {
  if (indexed_ != version) {
    facets_of_.assign(now.faces.size(), {});
    for (std::uint32_t i = 0; i < now.triangles.size(); ++i) facets_of_[now.triangles[i].face].push_back(i);
    indexed_ = version;
  }
  return facets_of_[face];
}

const std::vector<std::uint32_t>& TrueShape::faces_at(std::int32_t coedge) const {
  if (faces_at_.empty())
    for (const CadCoedge& c : now.coedges) {
      if (faces_at_.size() <= c.edge) faces_at_.resize(c.edge + 1);
      faces_at_[c.edge].push_back(c.face);
    }
  return faces_at_[now.coedges[static_cast<std::size_t>(coedge)].edge];
}

}  // namespace impinge::io
