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
constexpr double kRounded = 1e-9;    // of what a file says, as the tolerance of lengths

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

bool parallel(const WorldSurface& a, const WorldSurface& b) { return a.axis.cross(b.axis).norm() < kParallel; }

double off_axis(const WorldSurface& line, const Vec3& p) { return (p - line.origin).cross(line.axis).norm(); }

// What touches but for rounding is no more apart than it meets.
PairFact beyond(double gap, double tolerance) { return gap > tolerance ? PairFact{false, gap} : PairFact{}; }

// Two circles in a plane, or two spheres, whose centres are `d` apart.
PairFact circles(double r, double s, double d, double tolerance) {
  if (d < tolerance && std::abs(r - s) < tolerance) return {true, 0};
  return beyond(std::max(d - r - s, std::abs(r - s) - d), tolerance);
}

// Moved along its axis, a cone is everywhere as far from where it was. A way across counts against that, and so does what
// the angle and the axis differ by, as they do in a file that was rounded.
PairFact cones(const WorldSurface& a, const WorldSurface& b, double tolerance) {
  const auto tip = [](const WorldSurface& s) -> Vec3 { return s.origin - s.axis * (s.radius / std::tan(s.second)); };
  const double sign = a.axis.dot(b.axis) < 0 ? -1 : 1;
  const double turned = std::max(std::abs(a.second - sign * b.second), a.axis.cross(b.axis).norm());
  if (turned > kRounded) return {};
  const Vec3 between = tip(b) - tip(a);
  // Points of both are no farther from the origin than `tolerance` was made for.
  const double blur = turned > kParallel ? 2 * turned * (tolerance / kRounded + tip(a).norm() + between.norm()) : 0;
  if (between.norm() + blur < tolerance) return {true, 0};
  const double off = between.cross(a.axis).norm();
  const double gap = std::abs(between.dot(a.axis)) * std::abs(std::sin(a.second)) - off - blur;
  return off < tolerance && gap > tolerance ? PairFact{false, gap} : PairFact{};
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
    case cone: return cones(a, b, tolerance);
    case torus:
      // Tubes as wide as their ring meet themselves, and each other.
      if (std::max(a.second, b.second) >= std::min(a.radius, b.radius) && std::abs(a.second - b.second) > tolerance)
        return {};
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
  if (a.kind == plane) {
    const double height = std::abs((b.origin - a.origin).dot(a.axis));
    const bool along = std::abs(a.axis.dot(b.axis)) < kParallel;
    if (b.kind == sphere || (b.kind == cylinder && along)) return beyond(height - b.radius, tolerance);
    if (b.kind == torus && parallel(a, b)) return beyond(height - b.second, tolerance);
  }
  if (a.kind == cylinder && b.kind == sphere) {
    const double d = off_axis(a, b.origin);
    return beyond(d > a.radius ? d - a.radius - b.radius : a.radius - d - b.radius, tolerance);
  }
  return {};
}

}  // namespace impinge::io
