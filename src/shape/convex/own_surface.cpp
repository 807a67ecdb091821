// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Surfaces that a user describes: what can be told from gauge and support alone, and whether these belong to one body.
#include <fmt/format.h>
#include <impinge/error.h>

#include <cmath>
#include <numbers>

#include "shape/convex/curved_surface.h"

namespace impinge {

namespace {

constexpr int kSpotChecks = 96;  // directions; pairs of them for convexity
constexpr int kSpreadDirections = 256;
constexpr double kClose = 1e-9;  // far above the error that a surface may have
constexpr double kSlope = 1e-6;

[[noreturn]] void refuse(const char* what, const Vec3& at) {
  throw Error(ErrorCode::bad_mesh, fmt::format("curved surface: {}, seen at ({}, {}, {})", what, at.x(), at.y(), at.z()));
}

}  // namespace

StarSurface::~StarSurface() = default;

double CurvedSurface::radius() const {
  Vec3 far;
  for (int k = 0; k < 3; ++k) far[k] = std::max(std::fabs(support(Vec3::Unit(k))[k]), std::fabs(support(-Vec3::Unit(k))[k]));
  return far.stableNorm() * (1 + 1e-13);
}

Vec3 CurvedSurface::spread() const {
  // The mean over all of the body of what is a fifth of it at the boundary, cone by cone.
  const double size = radius();
  double volume = 0;
  Vec3 sum = Vec3::Zero();
  for (const Vec3& u : even_directions(kSpreadDirections)) {
    const double reach = 1 / (gauge(u).value * size), cone = reach * reach * reach;
    volume += cone;
    sum += u.cwiseProduct(u) * (cone * reach * reach * 0.6);
  }
  return sum / volume * (size * size);
}

std::vector<Vec3> even_directions(int count) {
  std::vector<Vec3> directions;
  for (int k = 0; k < count; ++k) {
    const double z = 1 - 2 * (k + 0.5) / count, turn = k * std::numbers::pi * (3 - std::sqrt(5.0));
    const double across = std::sqrt(1 - z * z);
    directions.emplace_back(across * std::cos(turn), across * std::sin(turn), z);
  }
  return directions;
}

void require_star(const StarSurface& surface) {
  const double radius = surface.radius();
  if (!(radius > 1e-100 && radius < 1e100))
    throw Error(ErrorCode::bad_mesh, fmt::format("curved surface: radius {}; change the unit of length", radius));
  for (const Vec3& u : even_directions(kSpotChecks)) {
    const Vec3 x = u * radius;
    const SurfaceSlope at = surface.gauge(x), twice = surface.gauge(2 * x);
    if (!(at.value > 0) || !std::isfinite(at.value) || !at.gradient.allFinite())
      refuse("the gauge is not a number above 0", x);
    if (std::fabs(twice.value - 2 * at.value) > kClose * at.value) refuse("the gauge does not grow in proportion", x);
    if (at.value < 1 - kClose) refuse("the body reaches beyond its radius", x);
    if (std::fabs(at.gradient.dot(x) - at.value) > kSlope * at.value) refuse("the gradient is not that of the gauge", x);
  }
}

void require_convex(const CurvedSurface& surface) {
  require_star(surface);
  const std::vector<Vec3> directions = even_directions(kSpotChecks);
  std::vector<Vec3> boundary;
  for (const Vec3& u : directions) boundary.emplace_back(u / surface.gauge(u).value);
  for (const Vec3& u : directions) {
    const Vec3 far = surface.support(u);
    if (!far.allFinite()) refuse("the support is not finite", u);
    if (std::fabs(surface.gauge(far).value - 1) > kClose) refuse("the support is not on the boundary", u);
    const double reach = far.dot(u);
    const SurfaceSlope slope = surface.gauge(u);
    for (const Vec3& p : boundary) {
      if (p.dot(u) > reach + kClose * std::fabs(reach)) refuse("a point of the boundary lies beyond the support", u);
      if (slope.gradient.dot(p) > 1 + kClose) refuse("the body is not convex", u);
    }
  }
}

}  // namespace impinge
