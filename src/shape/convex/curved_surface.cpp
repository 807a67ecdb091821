// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bodies of one or several curved faces in closed form, as Nio, Tokumasu & Ochi allow: each face is a function of direction.
#include "shape/convex/curved_surface.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <cmath>

namespace impinge {

namespace {

void require_size(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw Error(ErrorCode::bad_argument, fmt::format("{} {}: must be a finite length above 0", what, value));
}

// The farther out of two faces counts.
Slope larger(const Slope& a, const Slope& b) { return a.value >= b.value ? a : b; }

// Distance from the z axis, and its slope.
Slope from_axis(const Vec3& x) {
  const double r = std::hypot(x.x(), x.y());
  return {r, r > 0 ? Vec3(x.x() / r, x.y() / r, 0) : Vec3(1, 0, 0)};
}

class EllipsoidSurface : public CurvedSurface {
 public:
  explicit EllipsoidSurface(const Vec3& radii) : radii_(radii) {
    for (int i = 0; i < 3; ++i) require_size("ellipsoid: radius", radii[i]);
  }
  Slope gauge(const Vec3& x) const override {
    const Vec3 y = x.cwiseQuotient(radii_);
    const double value = y.stableNorm();
    return {value, y.cwiseQuotient(radii_) / value};
  }
  Vec3 support(const Vec3& n) const override {
    const Vec3 m = n.cwiseProduct(radii_);
    return m.cwiseProduct(radii_) / m.stableNorm();
  }
  Vec3 spread() const override { return radii_.cwiseProduct(radii_) / 5; }
  double radius() const override { return radii_.maxCoeff(); }

 private:
  Vec3 radii_;
};

class CylinderSurface : public CurvedSurface {
 public:
  CylinderSurface(double radius, double height) : radius_(radius), half_(height / 2) {
    require_size("cylinder: radius", radius);
    require_size("cylinder: height", height);
  }
  Slope gauge(const Vec3& x) const override {
    const Slope side = from_axis(x);
    return larger({side.value / radius_, side.gradient / radius_},
                  {std::fabs(x.z()) / half_, Vec3(0, 0, std::copysign(1 / half_, x.z()))});
  }
  Vec3 support(const Vec3& n) const override {
    const Vec3 out = from_axis(n).gradient * radius_;
    return {out.x(), out.y(), std::copysign(half_, n.z())};
  }
  Vec3 spread() const override { return {radius_ * radius_ / 4, radius_ * radius_ / 4, half_ * half_ / 3}; }
  double radius() const override { return std::hypot(radius_, half_); }

 private:
  double radius_, half_;
};

// Apex up; the origin is half-way up the axis.
class ConeSurface : public CurvedSurface {
 public:
  ConeSurface(double radius, double height) : radius_(radius), half_(height / 2) {
    require_size("cone: radius", radius);
    require_size("cone: height", height);
  }
  Slope gauge(const Vec3& x) const override {
    const Slope side = from_axis(x);
    // The side is where r / radius + z / height = 1 / 2.
    const Vec3 slope = side.gradient * (2 / radius_) + Vec3(0, 0, 1 / half_);
    return larger({2 * side.value / radius_ + x.z() / half_, slope}, {-x.z() / half_, Vec3(0, 0, -1 / half_)});
  }
  Vec3 support(const Vec3& n) const override {
    const Slope side = from_axis(n);
    if (2 * half_ * n.z() >= radius_ * side.value) return {0, 0, half_};
    const Vec3 out = side.gradient * radius_;
    return {out.x(), out.y(), -half_};
  }
  Vec3 spread() const override { return {radius_ * radius_ * 0.15, radius_ * radius_ * 0.15, half_ * half_ * 0.4}; }
  double radius() const override { return std::hypot(radius_, half_); }

 private:
  double radius_, half_;
};

// What two balls, centres on the axis below and above, have in common.
class LensSurface : public CurvedSurface {
 public:
  LensSurface(double radius, double thickness) : rim_(radius), half_(thickness / 2) {
    require_size("lens: radius", radius);
    require_size("lens: thickness", thickness);
    if (thickness >= 2 * radius)
      throw Error(ErrorCode::bad_argument,
                  fmt::format("lens: thickness {} must be less than twice the radius {}", thickness, radius));
    ball_ = (rim_ * rim_ + half_ * half_) / (2 * half_);
    centre_ = (rim_ * rim_ - half_ * half_) / (2 * half_);  // = ball_ - half_
  }
  Slope gauge(const Vec3& x) const override {
    // The upper cap belongs to the ball whose centre is below. On it |x / g + c| = ball.
    const double z = std::fabs(x.z()), b = z * centre_;
    const double under = b * b + x.squaredNorm() * rim_ * rim_;  // ball^2 - centre^2 = rim^2
    const double g = (b + std::sqrt(under)) / (rim_ * rim_);
    const Vec3 out = x / g + Vec3(0, 0, std::copysign(centre_, x.z()));  // normal at the boundary
    return {g, out * (g / out.dot(x))};
  }
  Vec3 support(const Vec3& n) const override {
    const double length = n.stableNorm();
    const Slope side = from_axis(n);
    if (std::fabs(n.z()) * ball_ <= centre_ * length) return side.gradient * rim_;
    return n * (ball_ / length) - Vec3(0, 0, std::copysign(centre_, n.z()));
  }
  Vec3 spread() const override { return {rim_ * rim_ / 6, rim_ * rim_ / 6, half_ * half_ / 7}; }
  double radius() const override { return rim_; }

 private:
  double rim_, half_, ball_, centre_;
};

}  // namespace

std::shared_ptr<const CurvedSurface> make_ellipsoid_surface(const Vec3& radii) {
  return std::make_shared<EllipsoidSurface>(radii);
}
std::shared_ptr<const CurvedSurface> make_cylinder_surface(double radius, double height) {
  return std::make_shared<CylinderSurface>(radius, height);
}
std::shared_ptr<const CurvedSurface> make_cone_surface(double radius, double height) {
  return std::make_shared<ConeSurface>(radius, height);
}
std::shared_ptr<const CurvedSurface> make_lens_surface(double radius, double thickness) {
  return std::make_shared<LensSurface>(radius, thickness);
}

}  // namespace impinge
