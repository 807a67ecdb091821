// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Star-shaped bodies: the face map needs no more than a kernel point, and neither does the screening.
// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects (screening
// theorem).
#include <fmt/format.h>
#include <impinge/error.h>

#include <Eigen/Geometry>

#include "base/predicates.h"
#include "shape/convex/convex_body.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

constexpr double kCurvedError = 1e-13;  // of closed forms, with room to spare

}  // namespace

struct StarBody::Data {
  ConvexSurface surface;                      ///< of a mesh
  DirectionMap face_map;                      ///< likewise
  std::shared_ptr<const StarSurface> curved;  ///< of the others; its origin is the kernel point
  double radius = 0, nearest = 0;  ///< farthest vertex and nearest plane, seen from the kernel point; 0: not known

  /// Of an offset from the kernel point that is not zero, with the error of the value.
  ConvexSurface::Gauge gauge(const Vec3& offset) const {
    if (curved == nullptr)
      return surface.gauge(offset, surface.plane_towards(surface.inner + offset, face_map.seed(offset)));
    const SurfaceSlope s = curved->gauge(offset);
    return {s.value, s.value * kCurvedError, s.gradient};
  }
  /// How much the gauge may change from one point to another, per length.
  double steepness(const ConvexSurface::Gauge& g) const { return nearest > 0 ? 1 / nearest : 2 * g.gradient.norm(); }

  std::uint32_t face_towards(const Vec3& point) const {
    const Vec3 offset = point - surface.inner;
    return offset.isZero(0) ? 0 : surface.walk(point, face_map.seed(offset));
  }
};

namespace {

ConvexSurface seen_from(const Mesh& mesh, const Vec3& kernel) {
  const std::string origin = mesh.origin().empty() ? "mesh" : mesh.origin();
  if (!kernel.allFinite()) throw Error(ErrorCode::bad_argument, "star body: the kernel point is not finite");
  ConvexSurface s;
  s.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
  s.inner = kernel;
  int outwards = 0;  // the same for all faces: a mesh may be inside out
  for (std::uint32_t k = 0; k < mesh.faces().size(); ++k) {
    Face f = Internals::data(mesh).topology.corners(mesh.faces()[k]);
    const int side = orient3d(s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]], kernel);
    if (k == 0) outwards = side;
    if (side < 0) std::swap(f[1], f[2]);
    if (side == 0 || side != outwards)
      throw Error(ErrorCode::bad_mesh, fmt::format("{}: face {} cannot be seen from the kernel point ({}, {}, {})", origin,
                                                   k, kernel.x(), kernel.y(), kernel.z()));
    s.faces.push_back(f);
  }
  const std::vector<OpenEdge> open = link_faces(s);
  if (!open.empty())
    throw Error(ErrorCode::bad_mesh,
                fmt::format("{}: face {} has an open edge; a star body needs a closed surface", origin, open.front().face));
  return s;
}

// Of the plane of a face from the inner point.
double plane_distance(const ConvexSurface& s, const Face& f) {
  const Vec3 a = s.vertices[f[0]] - s.inner, b = s.vertices[f[1]] - s.inner, c = s.vertices[f[2]] - s.inner;
  const Vec3 normal = (b - a).cross(c - a);
  return normal.dot(a) / normal.norm();
}

}  // namespace

StarBody::StarBody(const Mesh& mesh, const Vec3& kernel, const ConvexOptions& options) {
  require_options(options);
  auto d = std::make_shared<Data>();
  d->surface = seen_from(mesh, kernel);
  const ConvexSurface& s = d->surface;
  d->nearest = HUGE_VAL;
  std::vector<Vec3> directions;
  for (const Face& f : s.faces) {
    const Vec3 a = s.vertices[f[0]] - kernel, b = s.vertices[f[1]] - kernel, c = s.vertices[f[2]] - kernel;
    directions.push_back((a + b + c) / 3);
    d->radius = std::max({d->radius, a.norm(), b.norm(), c.norm()});
    d->nearest = std::min(d->nearest, plane_distance(s, f));
  }
  d->face_map = DirectionMap(directions, {options.map_levels, options.faces_per_cell},
                             [&](const Vec3& u, std::uint32_t hint) { return s.walk(kernel + u * d->radius, hint); });
  data_ = std::move(d);
}

StarBody::StarBody(std::shared_ptr<const StarSurface> surface) {
  if (surface == nullptr) throw Error(ErrorCode::bad_argument, "star body: there is no surface");
  require_star(*surface);
  auto d = std::make_shared<Data>();
  d->radius = surface->radius();
  d->curved = std::move(surface);
  data_ = std::move(d);
}

StarBody::StarBody(const ConvexBody& body) {
  const ConvexBodyData& of = Internals::data(body);
  auto d = std::make_shared<Data>();
  d->radius = of.radius;
  d->curved = of.curved;
  if (of.curved == nullptr) {
    d->surface = of.surface;
    d->face_map = of.face_map;
    d->nearest = HUGE_VAL;
    const ConvexSurface& s = d->surface;
    for (const Face& f : s.faces) d->nearest = std::min(d->nearest, plane_distance(s, f));
  }
  data_ = std::move(d);
}

const Vec3& StarBody::kernel() const noexcept { return data_->surface.inner; }
bool StarBody::curved() const noexcept { return data_->curved != nullptr; }

std::uint32_t StarBody::face_towards(const Vec3& point) const {
  if (curved()) throw Error(ErrorCode::bad_argument, "a curved body has no faces to name");
  if (!point.allFinite()) throw Error(ErrorCode::bad_argument, "face_towards: the point has a NaN or infinite coordinate");
  return data_->face_towards(point);
}

Vec3 StarBody::boundary_towards(const Vec3& point) const {
  if (!point.allFinite())
    throw Error(ErrorCode::bad_argument, "boundary_towards: the point has a NaN or infinite coordinate");
  const Vec3 offset = point - kernel();
  return offset.isZero(0) ? kernel() : Vec3(kernel() + offset / data_->gauge(offset).value);
}

bool StarBody::contains(const Vec3& point) const {
  if (!point.allFinite()) throw Error(ErrorCode::bad_argument, "contains: the point has a NaN or infinite coordinate");
  if (curved()) return point.isZero(0) || data_->curved->gauge(point).value <= 1;
  const ConvexSurface& s = data_->surface;
  const Face& f = s.faces[data_->face_towards(point)];
  return orient3d(s.vertices[f[0]], s.vertices[f[1]], s.vertices[f[2]], point) >= 0;
}

bool StarBody::screened(const StarBody& a, const Pose& a_pose, const StarBody& b, const Pose& b_pose) {
  double stray = 0;  // from rotations
  for (const Pose* pose : {&a_pose, &b_pose}) {
    if (!pose->rotation.allFinite() || !pose->position.allFinite())
      throw Error(ErrorCode::bad_argument, "star body: NaN or infinity in a pose");
    const Eigen::Matrix3d product = pose->rotation.transpose() * pose->rotation;
    stray += (product - Eigen::Matrix3d::Identity()).cwiseAbs().sum();
  }
  if (!(stray < 1e-6)) return false;
  Vec3 way = (b_pose.position - a_pose.position) + (b_pose.rotation * b.kernel() - a_pose.rotation * a.kernel());
  const double length = way.norm();
  const double error =
      (1e-13 + 4 * stray) * (length + a.data_->radius + b.data_->radius + a.kernel().norm() + b.kernel().norm());
  if (length + error < a.data_->nearest) return true;
  if (way.isZero(0)) way = Vec3::UnitX() * error;  // no farther than what rounding leaves open
  // How much of the way each body covers, a little less than it does.
  const auto covered = [&](const Data& d, const Pose& pose, const Vec3& direction) {
    const Vec3 own = pose.rotation.transpose() * direction;
    const ConvexSurface::Gauge g = d.gauge(own);
    return 1 / (g.value + g.error + error * d.steepness(g) * (1 + g.value));
  };
  return covered(*a.data_, a_pose, way) + covered(*b.data_, b_pose, -way) >= 1;
}

}  // namespace impinge
