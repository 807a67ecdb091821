// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bodies given by their signed distance: rounded box, capsule, cylinder.
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/line/near_line.h"
#include "shape/make/generator.h"

#include <impinge/shapes.h>

namespace impinge {
namespace {

// A box that the surface does not touch, so that it ends by its own function.
std::array<Vec3, 2> roomy(const Vec3& low, const Vec3& high) {
  const Vec3 margin = Vec3::Constant(1e-6 * (high - low).norm());
  return {low - margin, high + margin};
}

}  // namespace

LineShapePtr make_rounded_box(const Vec3& edges, double radius) {
  for (int i = 0; i < 3; ++i) require_length("rounded_box", fmt::format("edges[{}]", i), edges[i]);
  require_range("rounded_box", "radius", radius, 0, edges.minCoeff() / 2);
  const Vec3 half = edges / 2, core = half - Vec3::Constant(radius);
  const auto distance = [core, radius](const Vec3& p) {
    const Vec3 q = p.cwiseAbs() - core;
    return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0) - radius;
  };
  return make_signed_distance(distance, roomy(-half, half), "rounded_box");
}

LineShapePtr make_capsule(const Vec3& from, const Vec3& to, double radius) {
  require_length("capsule", "radius", radius);
  if (!from.allFinite() || !to.allFinite())
    throw Error(ErrorCode::bad_argument, "shape \"capsule\": an end has a NaN or infinite coordinate");
  const Vec3 axis = to - from;
  const double length2 = axis.squaredNorm();
  const auto distance = [=](const Vec3& p) {
    const double share = length2 > 0 ? std::clamp((p - from).dot(axis) / length2, 0.0, 1.0) : 0;
    return (p - from - share * axis).norm() - radius;
  };
  const Vec3 reach = Vec3::Constant(radius);
  return make_signed_distance(distance, roomy(from.cwiseMin(to) - reach, from.cwiseMax(to) + reach), "capsule");
}

LineShapePtr make_implicit_cylinder(double radius, double height) {
  require_length("cylinder", "radius", radius);
  require_length("cylinder", "height", height);
  const auto distance = [=](const Vec3& p) {
    const double side = std::hypot(p.x(), p.y()) - radius, cap = std::fabs(p.z()) - height / 2;
    return std::hypot(std::max(side, 0.0), std::max(cap, 0.0)) + std::min(std::max(side, cap), 0.0);
  };
  const Vec3 half(radius, radius, height / 2);
  return make_signed_distance(distance, roomy(-half, half), "cylinder");
}

}  // namespace impinge
