// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <impinge/convex.h>
#include <impinge/shapes.h>
#include <support/dice.h>
#include <Eigen/Geometry>

#include "base/internals.h"
#include "shape/solid/solid_distance.h"

namespace impinge::test {

/// A convex solid between two polytopes: one with its corners on the surface, and the same grown until it holds the solid.
struct HeldSolid {
  SolidPtr solid;
  Mesh inner, outer;
  ConvexBody inner_body, outer_body;
};

inline Mesh scaled(const Mesh& mesh, double by) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& v : vertices) v *= by;
  return {std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}};
}

/// How much the polytope must grow around the origin so that each of its planes is beyond the solid.
inline double growth(const Solid& solid, const Mesh& inner) {
  const SolidData& data = Internals::data(solid);
  double most = 1;
  for (const Face& f : inner.faces()) {
    const Vec3 &p = inner.vertices()[f[0]], &q = inner.vertices()[f[1]], &r = inner.vertices()[f[2]];
    const Vec3 n = (q - p).cross(r - p).normalized();
    most = std::max(most, (n.dot(core_support(data, n)) + data.radius) / n.dot(p));
  }
  return most * (1 + 1e-12);
}

inline HeldSolid held(SolidPtr solid, int segments) {
  Mesh inner = solid->tessellated(segments);
  Mesh outer = scaled(inner, growth(*solid, inner));
  return {solid, inner, outer, ConvexBody::from_points(inner.vertices()), ConvexBody::from_points(outer.vertices())};
}

/// Bounded convex kinds with sizes from 0.2 to 2.
inline SolidPtr random_solid(SolidKind kind, Dice& dice) {
  const auto size = [&] { return dice.real(0.2, 2); };
  const double x = size(), y = size(), z = size();
  switch (kind) {
    case SolidKind::box: return Solid::box({x, y, z});
    case SolidKind::sphere: return Solid::sphere(x);
    case SolidKind::capsule: return Solid::capsule(x / 2, y);
    case SolidKind::cylinder: return Solid::cylinder(x / 2, y);
    case SolidKind::cone: return Solid::cone(x, y);
    default: return Solid::ellipsoid({x, y, z});
  }
}

inline constexpr SolidKind kBoundedKinds[] = {SolidKind::box,      SolidKind::sphere, SolidKind::capsule,
                                              SolidKind::cylinder, SolidKind::cone,   SolidKind::ellipsoid};

/// Anywhere, along the axes of the world, or flush: many pairs are flush or coaxial in life.
inline Pose random_pose(Dice& dice, double far) {
  Pose pose;
  const int way = dice.integer(0, 3);
  if (way != 0) pose = Pose::from_quaternion(Vec3::Zero(), dice.quaternion());
  if (way == 1) pose = Pose::from_quaternion(Vec3::Zero(), {0, std::sqrt(0.5), 0, std::sqrt(0.5)});
  pose.position = dice.point(-far, far);
  if (dice.chance(0.2)) pose.position.x() = pose.position.y() = 0;
  return pose;
}

}  // namespace impinge::test
