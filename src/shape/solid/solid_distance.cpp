// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Closed forms. The distance to an ellipsoid is the root of one equation, found by Newton steps on the reciprocal of its
// norm, which is concave, so that they never overshoot (as trust regions are: Moré & Sorensen, 1983; the equation as D.
// Eberly, Distance from a point to an ellipsoid, 2013, writes it).
#include "shape/solid/solid_distance.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr int kMostSteps = 64;

// Unit vector of v, or the fallback where there is none.
Vec3 unit_or(const Vec3& v, double length, const Vec3& fallback) { return length > 0 ? Vec3(v / length) : fallback; }

SignedDistance from_box(const Vec3& half, const Vec3& p) {
  const Vec3 over = p.cwiseAbs() - half;
  const Vec3 sign = Vec3::Ones().cwiseProduct(p.unaryExpr([](double x) { return std::copysign(1.0, x); }));
  if (over.maxCoeff() > 0) {
    const Vec3 gap = over.cwiseMax(Vec3::Zero());
    const double d = gap.norm();
    return {d, gap.cwiseProduct(sign) / d};
  }
  int axis = 0;
  const double d = over.maxCoeff(&axis);
  Vec3 out = Vec3::Zero();
  out[axis] = sign[axis];
  return {d, out};
}

SignedDistance from_segment(double half, const Vec3& p) {
  const Vec3 way(p.x(), p.y(), p.z() - std::clamp(p.z(), -half, half));
  const double d = way.norm();
  return {d, unit_or(way, d, Vec3::UnitX())};
}

// A body of revolution as its section: distance along (rho, z), turned back around the axis.
SignedDistance turned(const Vec3& p, double rho, double d, double out_rho, double out_z) {
  const double x = rho > 0 ? p.x() / rho : 1, y = rho > 0 ? p.y() / rho : 0;
  return {d, {out_rho * x, out_rho * y, out_z}};
}

SignedDistance from_cylinder(double radius, double half, const Vec3& p) {
  const double rho = std::hypot(p.x(), p.y()), side = rho - radius, cap = std::fabs(p.z()) - half;
  const double up = std::copysign(1.0, p.z());
  if (side > 0 && cap > 0) {
    const double d = std::hypot(side, cap);
    return turned(p, rho, d, side / d, up * cap / d);
  }
  return side > cap ? turned(p, rho, side, 1, 0) : turned(p, rho, cap, 0, up);
}

SignedDistance from_cone(double radius, double half, const Vec3& p) {
  const double rho = std::hypot(p.x(), p.y()), z = p.z();
  // The slope from the rim (radius, -half) to the apex (0, half), and its normal.
  const double er = -radius, ez = 2 * half, length = std::hypot(er, ez), nr = ez / length, nz = radius / length;
  const double side = (rho - radius) * nr + (z + half) * nz, base = -half - z;
  if (side <= 0 && base <= 0) return side > base ? turned(p, rho, side, nr, nz) : turned(p, rho, base, 0, -1);
  if (base > 0 && rho <= radius) return turned(p, rho, base, 0, -1);
  const double t = ((rho - radius) * er + (z + half) * ez) / (length * length);
  if (t > 0 && t < 1) return turned(p, rho, side, nr, nz);
  const double cr = t <= 0 ? rho - radius : rho, cz = t <= 0 ? z + half : z - half, d = std::hypot(cr, cz);
  return d > 0 ? turned(p, rho, d, cr / d, cz / d) : turned(p, rho, 0, 0, t <= 0 ? -1 : 1);
}

// With e the least half axis, r = (radii / e)^2, z = |p| / radii: the nearest point is r |p| / (u + r - 1), where u solves
// sum (r z / (u + r - 1))^2 = 1.
SignedDistance from_ellipsoid(const Vec3& radii, const Vec3& p) {
  const double least = radii.minCoeff();
  const Vec3 r = (radii / least).array().square(), y = p.cwiseAbs().cwiseMax(radii * 1e-40);
  const Vec3 z = y.cwiseQuotient(radii), rz = r.cwiseProduct(z), rest = r - Vec3::Ones();
  double u = (rz - rest).maxCoeff();
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 below = rest + Vec3::Constant(u), term = rz.cwiseQuotient(below);
    const double norm = term.norm(), slope = term.cwiseProduct(term).cwiseQuotient(below).sum();
    const double next = u + (norm - 1) * norm * norm / slope;
    if (!(next > u)) break;
    const bool settled = next - u <= 0x1p-51 * next;
    u = next;
    if (settled) break;
  }
  Vec3 foot = r.cwiseProduct(y).cwiseQuotient(rest + Vec3::Constant(u));
  foot /= foot.cwiseQuotient(radii).norm();
  const Vec3 sign = p.unaryExpr([](double x) { return std::copysign(1.0, x); });
  const Vec3 normal = foot.cwiseQuotient(radii).cwiseQuotient(radii).normalized();
  const bool inside = z.squaredNorm() < 1;
  const double d = (y - foot).norm();
  return {inside ? -d : d, normal.cwiseProduct(sign)};
}

}  // namespace

SignedDistance core_distance(const SolidData& solid, const Vec3& p) {
  switch (solid.kind) {
    case SolidKind::half_space: {
      const Vec3 n = solid.normal / solid.normal_length;
      return {(solid.normal.dot(p) - solid.offset) / solid.normal_length, n};
    }
    case SolidKind::box: return from_box(solid.half, p);
    case SolidKind::capsule: return from_segment(solid.half.z(), p);
    case SolidKind::cylinder: return from_cylinder(solid.half.x(), solid.half.z(), p);
    case SolidKind::cone: return from_cone(solid.half.x(), solid.half.z(), p);
    case SolidKind::ellipsoid: return from_ellipsoid(solid.half, p);
    default: {
      const double d = p.norm();
      return {d, unit_or(p, d, Vec3::UnitX())};
    }
  }
}

double core_distance_low(const SolidData& solid, const Vec3& p) {
  if (solid.kind == SolidKind::ellipsoid) return (p.cwiseQuotient(solid.half).norm() - 1) * solid.half.minCoeff();
  return core_distance(solid, p).distance;
}

Vec3 core_support(const SolidData& solid, const Vec3& d) {
  const Vec3& h = solid.half;
  const auto rim = [&](double z) {
    const double rho = std::hypot(d.x(), d.y());
    return rho > 0 ? Vec3(h.x() * d.x() / rho, h.x() * d.y() / rho, z) : Vec3(h.x(), 0, z);
  };
  switch (solid.kind) {
    case SolidKind::box: return {std::copysign(h.x(), d.x()), std::copysign(h.y(), d.y()), std::copysign(h.z(), d.z())};
    case SolidKind::capsule: return {0, 0, std::copysign(h.z(), d.z())};
    case SolidKind::cylinder: return rim(std::copysign(h.z(), d.z()));
    case SolidKind::cone: {
      const Vec3 low = rim(-h.z());
      return d.dot(low) > d.z() * h.z() ? low : Vec3(0, 0, h.z());
    }
    case SolidKind::ellipsoid: {
      const Vec3 scaled = h.cwiseProduct(d);
      return h.cwiseProduct(scaled / scaled.norm());
    }
    default: return Vec3::Zero();
  }
}

}  // namespace impinge
