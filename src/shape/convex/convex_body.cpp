// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Builds what queries read: the surface, the maps from direction to face and to extreme vertex, and the bound tables.
#include "shape/convex/convex_body.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <Eigen/Geometry>
#include <cmath>

#include "base/predicates.h"
#include "base/stopwatch.h"
#include "shape/convex/convex_hull.h"
#include "shape/convex/convex_mesh.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;
constexpr double kCurvedError = 1e-13;  // of closed forms, with room to spare

void require_direction(const Vec3& d, const char* what) {
  if (!d.allFinite()) throw Error(ErrorCode::bad_argument, fmt::format("{}: NaN or infinite", what));
}

// Where vertices are extreme: the sum of the normals of their faces.
std::vector<Vec3> vertex_normals(const ConvexSurface& s) {
  std::vector<Vec3> normals(s.vertices.size(), Vec3::Zero());
  for (const Face& f : s.faces) {
    const Vec3 n = (s.vertices[f[1]] - s.vertices[f[0]]).cross(s.vertices[f[2]] - s.vertices[f[0]]);
    const double size = n.norm();
    if (size > 0)
      for (const std::uint32_t v : f) normals[v] += n / size;
  }
  for (std::size_t i = 0; i < normals.size(); ++i)
    if (!(normals[i].squaredNorm() > 0)) normals[i] = s.vertices[i] - s.inner;
  return normals;
}

// In units of the radius until the end: fifth powers of lengths leave the range of doubles early.
Eigen::Matrix3d spread_of(const ConvexSurface& s, double radius) {
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  double volume = 0;
  for (const Face& f : s.faces) {
    const Vec3 a = (s.vertices[f[0]] - s.inner) / radius, b = (s.vertices[f[1]] - s.inner) / radius,
               c = (s.vertices[f[2]] - s.inner) / radius, sum = a + b + c;
    const double v = a.cross(b).dot(c);
    volume += v;
    spread += (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose()) * (v / 20);
  }
  return spread / volume * (radius * radius);
}

void build_maps(ConvexBodyData& body, const ConvexOptions& options) {
  const ConvexSurface& s = body.surface;
  const DirectionMap::Layout layout{options.map_levels, options.faces_per_cell};
  std::vector<Vec3> directions(s.faces.size());
  for (std::size_t f = 0; f < s.faces.size(); ++f)
    directions[f] = (s.vertices[s.faces[f][0]] + s.vertices[s.faces[f][1]] + s.vertices[s.faces[f][2]]) / 3 - s.inner;
  body.face_map = DirectionMap(directions, layout,
                               [&](const Vec3& d, std::uint32_t hint) { return s.walk(s.inner + d * body.radius, hint); });
  directions = vertex_normals(s);
  body.vertex_map = DirectionMap(directions, layout, [&](const Vec3& d, std::uint32_t hint) { return s.climb(d, hint); });
}

// Small bodies have few edges that a table could blur, and many of them must be built.
int bound_cells(const ConvexBodyData& body, const ConvexOptions& options) {
  const std::size_t n = body.surface.vertices.size();
  if (options.bound_cells > 0) return options.bound_cells;
  return body.curved || n >= 256 ? 48 : n >= 64 ? 32 : 16;
}

void build_bound_tables(ConvexBodyData& body, const Eigen::Matrix3d& spread, const ConvexOptions& options) {
  body.bound_tables = make_bound_tables(
      bound_cells(body, options), spread, [&](const Vec3& d) { return body.gauge(d).value; },
      [&](const Vec3& n) {
        const double size = n.norm();
        return n.dot(body.support_offset(n)) + size * body.radius * (body.curved ? kCurvedError : 16 * kEpsilon);
      });
  // What rounding of the tables' own points could spoil, in the thinnest direction.
  if (!(body.bound_tables.inner_radius > body.radius * 1e-12))
    throw Error(ErrorCode::bad_mesh,
                fmt::format("convex body: {} times as long as it is thick; beyond 1e12 doubles cannot resolve it",
                            body.radius / body.bound_tables.inner_radius));
}

ConvexBody finish(std::shared_ptr<ConvexBodyData> body, const ConvexOptions& options, const Stopwatch& hull_watch) {
  ConvexSurface& s = body->surface;
  body->maps.hull_ms = hull_watch.ms();
  const Stopwatch watch;
  for (const Vec3& v : s.vertices) {
    body->radius = std::max(body->radius, (v - s.inner).norm());
    body->reach = std::max(body->reach, v.norm());
  }
  body->radius *= 1 + 8 * kEpsilon;
  if (!(body->radius < 1e100) || !(body->radius > 1e-100))
    throw Error(ErrorCode::bad_mesh,
                fmt::format("convex body: radius {}; change the unit of length so that it is between 1e-100 and 1e100",
                            body->radius));
  s.index_large();
  build_maps(*body, options);
  build_bound_tables(*body, spread_of(s, body->radius), options);
  body->maps.face_map_bytes = body->face_map.bytes();
  body->maps.vertex_map_bytes = body->vertex_map.bytes();
  body->maps.link_bytes = s.neighbours.size() * sizeof(Face) + s.vertex_face.size() * sizeof(std::uint32_t) +
                          s.edge_rings.bytes() + s.vertex_rings.bytes();
  body->maps.bound_bytes = body->bound_tables.bytes();
  body->maps.face_cells_top = static_cast<std::uint32_t>(body->face_map.top());
  body->maps.build_ms = watch.ms();
  return Internals::handle<ConvexBody>(std::move(body));
}

ConvexBody curved_body(std::shared_ptr<const CurvedSurface> surface, const ConvexOptions& options) {
  require_options(options);
  const Stopwatch watch;
  auto body = std::make_shared<ConvexBodyData>();
  body->radius = body->reach = surface->radius() * (1 + 8 * kEpsilon);
  body->curved = std::move(surface);
  const Eigen::Matrix3d spread = body->curved->spread().asDiagonal();
  build_bound_tables(*body, spread, options);
  body->maps.bound_bytes = body->bound_tables.bytes();
  body->maps.build_ms = watch.ms();
  return Internals::handle<ConvexBody>(std::move(body));
}

void require_polytope(const ConvexBodyData& body) {
  if (body.curved) throw Error(ErrorCode::bad_argument, "a curved body has no faces or vertices to name");
}

}  // namespace

void require_options(const ConvexOptions& o) {
  if (o.map_levels < 1 || o.map_levels > 8)
    throw Error(ErrorCode::bad_argument, fmt::format("map_levels {}: must be 1 to 8", o.map_levels));
  if (!(o.faces_per_cell >= 0.25 && o.faces_per_cell <= 64))
    throw Error(ErrorCode::bad_argument, fmt::format("faces_per_cell {}: must be 0.25 to 64", o.faces_per_cell));
  if (o.bound_cells != 0 && (o.bound_cells < 4 || o.bound_cells > 256))
    throw Error(ErrorCode::bad_argument, fmt::format("bound_cells {}: must be 4 to 256, or 0", o.bound_cells));
}

Slope ConvexBodyData::gauge(const Vec3& offset) const {
  if (curved) {
    Slope s = curved->gauge(offset);
    s.value *= 1 + kCurvedError;
    return s;
  }
  const Vec3 point = surface.inner + offset;
  const ConvexSurface::Gauge g = surface.gauge(offset, surface.plane_towards(point, face_map.seed(offset)));
  return {g.value + g.error, g.gradient};
}

double ConvexBodyData::least_gauge(const Vec3& offset) const {
  if (curved) return curved->gauge(offset).value * (1 - kCurvedError);
  const ConvexSurface::Gauge g = surface.gauge(offset, surface.plane_towards(surface.inner + offset, face_map.seed(offset)));
  return g.error < HUGE_VAL ? g.value - g.error : 0;
}

Vec3 ConvexBodyData::support_offset(const Vec3& direction) const {
  return curved ? curved->support(direction) : Vec3(surface.vertices[extreme_vertex(direction)] - surface.inner);
}

ConvexBody ConvexBody::from_mesh(const Mesh& mesh, const ConvexOptions& options) {
  require_options(options);
  const Stopwatch watch;
  auto body = std::make_shared<ConvexBodyData>();
  body->surface = convex_surface_of(mesh);
  return finish(std::move(body), options, watch);
}

ConvexBody ConvexBody::from_points(std::span<const Vec3> points, const ConvexOptions& options) {
  require_options(options);
  const Stopwatch watch;
  auto body = std::make_shared<ConvexBodyData>();
  body->surface = convex_hull(points);
  choose_inner_point(body->surface, "points");
  return finish(std::move(body), options, watch);
}

ConvexBody ConvexBody::ellipsoid(const Vec3& radii, const ConvexOptions& options) {
  return curved_body(make_ellipsoid_surface(radii), options);
}
ConvexBody ConvexBody::cylinder(double radius, double height, const ConvexOptions& options) {
  return curved_body(make_cylinder_surface(radius, height), options);
}
ConvexBody ConvexBody::cone(double radius, double height, const ConvexOptions& options) {
  return curved_body(make_cone_surface(radius, height), options);
}
ConvexBody ConvexBody::lens(double radius, double thickness, const ConvexOptions& options) {
  return curved_body(make_lens_surface(radius, thickness), options);
}

ConvexBody ConvexBody::from_surface(std::shared_ptr<const CurvedSurface> surface, const ConvexOptions& options) {
  if (surface == nullptr) throw Error(ErrorCode::bad_argument, "convex body: there is no surface");
  require_convex(*surface);
  return curved_body(std::move(surface), options);
}

std::span<const Vec3> ConvexBody::vertices() const noexcept { return data_->surface.vertices; }
std::span<const Face> ConvexBody::faces() const noexcept { return data_->surface.faces; }
bool ConvexBody::curved() const noexcept { return data_->curved != nullptr; }
const Vec3& ConvexBody::inner_point() const noexcept { return data_->surface.inner; }
double ConvexBody::radius() const noexcept { return data_->radius; }
const ConvexMaps& ConvexBody::maps() const noexcept { return data_->maps; }

std::uint32_t ConvexBody::face_towards(const Vec3& point) const {
  require_polytope(*data_);
  require_direction(point, "face_towards");
  return data_->face_towards(point);
}

bool ConvexBody::contains(const Vec3& point) const {
  require_direction(point, "contains");
  if (data_->curved) return point.isZero(0) || data_->curved->gauge(point).value <= 1;
  const Face f = data_->plane_towards(point);
  return orient3d(vertices()[f[0]], vertices()[f[1]], vertices()[f[2]], point) >= 0;
}

std::uint32_t ConvexBody::extreme_vertex(const Vec3& direction) const {
  require_polytope(*data_);
  require_direction(direction, "extreme_vertex");
  return direction.isZero(0) ? 0 : data_->extreme_vertex(direction);
}

}  // namespace impinge
