// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Sphere and ellipsoid. The sphere's two roots come from the quadratic formula in twice the digits, so that they are right
// to the last place however far away the line begins; the ellipsoid's come by bracketing.
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "base/fitting_unit.h"
#include "shape/line/distance_field.h"
#include "shape/line/line_polynomial.h"
#include "shape/make/generator.h"

namespace impinge {
namespace {

DoubleDouble dot(const Vec3& x, const Vec3& y) {
  return exact_product(x[0], y[0]) + exact_product(x[1], y[1]) + exact_product(x[2], y[2]);
}

// Within 2 units in the last place.
double quotient(const DoubleDouble& x, const DoubleDouble& y) {
  const double guess = x.high / y.high;
  return guess + (x - y * DoubleDouble{guess, 0}).high / y.high;
}

class Sphere final : public DistanceField {
 public:
  explicit Sphere(double radius) : radius_(radius), unit_(fitting_unit(radius, 100)) {}

  std::array<Vec3, 2> bounds() const override { return {Vec3::Constant(-radius_), Vec3::Constant(radius_)}; }
  std::string name() const override { return "sphere"; }
  double distance(const Vec3& point) const override { return point.norm() - radius_; }

  // |o + t d|^2 = r^2, with o and r measured in a unit that keeps the squares in range.
  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const Vec3 o = origin * unit_;
    const double r = radius_ * unit_;
    const DoubleDouble a = dot(direction, direction), b = dot(o, direction);
    const DoubleDouble c = dot(o, o) - exact_product(r, r);
    const DoubleDouble bb = b * b, ac = a * c;
    const DoubleDouble square = bb - ac;
    const double square_error = 0x1p-98 * (bb.high + std::fabs(ac.high) + r * r + dot(o, o).high);
    if (!(square.high > square_error)) return;  // misses, or grazes by less than the arithmetic can tell
    const std::size_t first = out.size();
    const DoubleDouble half = root(square);
    const double half_error = square_error / half.high + 0x1p-100 * (half.high + std::fabs(b.high));
    for (const int sign : {1, -1}) {
      const double t = quotient(sign > 0 ? -b - half : half - b, a);
      const double error = 2 * half_error / a.high + 4 * kRoundOff * std::fabs(t);
      out.push_back({(t - error) / unit_, (t + error) / unit_, sign});
    }
    settle_crossings(out, first);
  }

 private:
  double radius_, unit_;
};

class Ellipsoid final : public DistanceField {
 public:
  explicit Ellipsoid(const Vec3& radii) : radii_(radii), least_(radii.minCoeff()), reach_(radii.maxCoeff()) {}

  std::array<Vec3, 2> bounds() const override { return {-radii_, radii_}; }
  std::string name() const override { return "ellipsoid"; }
  // The gauge of a body changes by no more than the distance over its inner radius.
  double distance(const Vec3& p) const override { return least_ * (p.cwiseQuotient(radii_).norm() - 1); }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin, direction, Vec3::Zero());
    const Vec3 o = line.origin.cwiseQuotient(radii_), d = line.direction.cwiseQuotient(radii_) * reach_;
    const double a = d.squaredNorm(), b = o.dot(d), c = o.squaredNorm() - 1;
    if (b * b - a * c < -1e-12 * (b * b + a * (o.squaredNorm() + 1))) return;
    LinePolynomial<2> f;  // of t / reach, so that sizes stay near 1
    f.c = {c, 2 * b, a};
    f.error = {16 * kRoundOff * (o.squaredNorm() + 1), 32 * kRoundOff * o.cwiseAbs().dot(d.cwiseAbs()), 16 * kRoundOff * a};
    const double middle = -b / a, half = 1.5 * std::sqrt(std::max(0.0, b * b - a * c)) / a + 1e-3 / std::sqrt(a);
    const Span span{middle - half, middle + half};
    f.set_reach(std::fabs(middle) + half);
    std::vector<Crossing>::size_type first = out.size();
    const NearLine scaled(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
    Bracketing(f, scaled, span, 1e-12, out).run();
    for (; first < out.size(); ++first) {
      out[first].t_low = line.low(out[first].t_low * reach_);
      out[first].t_high = line.high(out[first].t_high * reach_);
    }
  }

 private:
  Vec3 radii_;
  double least_, reach_;
};

}  // namespace

LineShapePtr make_implicit_sphere(double radius) {
  require_length("implicit sphere", "radius", radius);
  return std::make_shared<Sphere>(radius);
}

LineShapePtr make_implicit_ellipsoid(const Vec3& radii) {
  for (int i = 0; i < 3; ++i) require_length("implicit ellipsoid", fmt::format("radii[{}]", i), radii[i]);
  return std::make_shared<Ellipsoid>(radii);
}

}  // namespace impinge
