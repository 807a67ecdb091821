// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Closed forms for parallel planes, coaxial and parallel cylinders, spheres, and equal cones and tori.
#include "io/cad/pair_facts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace impinge::io {
namespace {

constexpr double kParallel = 1e-11;  // of unit vectors; what a matrix of doubles leaves

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

bool parallel(const WorldSurface& a, const WorldSurface& b) { return a.axis.cross(b.axis).norm() < kParallel; }

double off_axis(const WorldSurface& line, const Vec3& p) { return (p - line.origin).cross(line.axis).norm(); }

// Two circles in a plane, or two spheres, whose centres are `d` apart.
PairFact circles(double r, double s, double d, double tolerance) {
  if (d < tolerance && std::abs(r - s) < tolerance) return {true, 0};
  if (d > r + s) return {false, d - r - s};
  if (d < std::abs(r - s)) return {false, std::abs(r - s) - d};
  return {};
}

PairFact same_kind(const WorldSurface& a, const WorldSurface& b, double tolerance) {
  using enum SurfaceKind;
  switch (a.kind) {
    case plane: {
      if (!parallel(a, b)) return {};
      const double gap = std::abs((b.origin - a.origin).dot(a.axis));
      return gap < tolerance ? PairFact{true, 0} : PairFact{false, gap};
    }
    case cylinder: return parallel(a, b) ? circles(a.radius, b.radius, off_axis(a, b.origin), tolerance) : PairFact{};
    case sphere: return circles(a.radius, b.radius, (a.origin - b.origin).norm(), tolerance);
    case cone: {
      if (!parallel(a, b)) return {};
      const auto tip = [](const WorldSurface& s) -> Vec3 { return s.origin - s.axis * (s.radius / std::tan(s.second)); };
      const double sign = a.axis.dot(b.axis);
      if (std::abs(a.second - sign * b.second) > 1e-11) return {};
      const Vec3 between = tip(b) - tip(a);
      if (between.norm() < tolerance) return {true, 0};
      // Moved along its axis, a cone is everywhere as far from where it was.
      if (between.cross(a.axis).norm() > kParallel * (1 + between.norm())) return {};
      return {false, between.norm() * std::abs(std::sin(a.second))};
    }
    case torus:
      if (parallel(a, b) && (a.origin - b.origin).norm() < tolerance && std::abs(a.radius - b.radius) < tolerance)
        return circles(a.second, b.second, 0, tolerance);
      return {};
    default: return {};
  }
}

}  // namespace

WorldSurface placed(const CadFace& face, const Pose& pose) {
  WorldSurface s;
  s.kind = face.kind;
  s.origin = world_point(pose, vec(face.origin));
  s.axis = (pose.rotation * vec(face.axis));
  const double length = s.axis.norm();
  if (length > 0) s.axis /= length;
  s.radius = face.radius;
  s.second = face.second;
  return s;
}

PairFact fact_of(const WorldSurface& a, const WorldSurface& b, double tolerance) {
  using enum SurfaceKind;
  if (a.kind == b.kind) return same_kind(a, b, tolerance);
  if (a.kind > b.kind) return fact_of(b, a, tolerance);
  const auto beyond = [](double gap) { return gap > 0 ? PairFact{false, gap} : PairFact{}; };
  if (a.kind == plane) {
    const double height = std::abs((b.origin - a.origin).dot(a.axis));
    const bool along = std::abs(a.axis.dot(b.axis)) < kParallel;
    if (b.kind == sphere || (b.kind == cylinder && along)) return beyond(height - b.radius);
    if (b.kind == torus && parallel(a, b)) return beyond(height - b.second);
  }
  if (a.kind == cylinder && b.kind == sphere) {
    const double d = off_axis(a, b.origin);
    return d > a.radius ? beyond(d - a.radius - b.radius) : beyond(a.radius - d - b.radius);
  }
  return {};
}

}  // namespace impinge::io
