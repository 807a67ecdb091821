// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superellipsoids of: A. H. Barr, Superquadrics and angle-preserving transformations, 1981. With exponents up to 2 they are
// convex, and so is their gauge along a line: cutting planes (J. E. Kelley, 1960) find a point inside or prove there is
// none.
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/line/distance_field.h"
#include "shape/line/line_bracket.h"
#include "shape/make/generator.h"

namespace impinge {
namespace {

// What u^power is: most bodies have powers that need no logarithm.
class Power {
 public:
  explicit Power(double power) : power_(power) {}
  double operator()(double u) const {
    if (power_ == 2) return u * u;
    if (power_ == 1) return u;
    if (power_ == 0.5) return std::sqrt(u);
    return std::pow(u, power_);
  }
  double value() const { return power_; }

 private:
  double power_;
};

class Superquadric final : public DistanceField {
 public:
  Superquadric(const Vec3& radii, double e1, double e2)
      : radii_(radii),
        around_(2 / e2),
        along_(2 / e1),
        ratio_(e2 / e1),
        root_(e1 / 2),
        inner_(1 / radii.cwiseInverse().stableNorm()),
        error_(64 * kRoundOff * (1 + radii.stableNorm() / inner_)) {}

  std::array<Vec3, 2> bounds() const override { return {-radii_, radii_}; }
  std::string name() const override { return "superquadric"; }
  double distance(const Vec3& p) const override { return inner_ * gauge(p, Vec3::Zero()).f; }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin, direction, Vec3::Zero());
    const Vec3 reach = radii_ * (1 + 1e-6);
    const auto span = clipped(line.origin, direction, {-reach, reach});
    if (!span) return;
    const Curve curve{*this, line};
    Tangent a = curve.tangent(span->low), b = curve.tangent(span->high);
    const double resolution = 1e-12 * radii_.stableNorm();
    if (!(a.f > 0 && b.f > 0)) return;  // cannot be, with the margin of the box
    while (b.t - a.t > resolution) {
      if (a.slope >= 0 || b.slope <= 0) return;
      // Where the two tangents meet lies the least value that a convex function may have.
      const double meet = a.t + (b.f - a.f + b.slope * (a.t - b.t)) / (a.slope - b.slope);
      if (a.f + a.slope * (meet - a.t) > 4 * error_) return;
      const Tangent m = curve.tangent(std::clamp(meet, a.t + 0.01 * (b.t - a.t), b.t - 0.01 * (b.t - a.t)));
      if (m.f < 0) {
        Bracketing search(curve, line, *span, resolution, out);
        a = curve.descended(a);
        b = curve.descended(b);
        search.enclose(a.t, a.f, error_, a.slope, 1);
        search.enclose(b.t, b.f, error_, b.slope, -1);
        search.settle();
        return;
      }
      (m.slope > 0 ? b : a) = m;
    }
  }

 private:
  struct Tangent {
    double t, f, slope;
  };
  struct Slope {
    double f, slope;
  };

  struct Curve {
    const Superquadric& body;
    const NearLine& line;
    BoundedValue value(double t) const { return {body.gauge(line.at(t), Vec3::Zero()).f, body.error_}; }
    Stretch stretch(double, double, double, double) const { return Stretch::one_at_most; }
    // Newton's method from outside, which on a convex function comes nearer with every step and never passes the root.
    Tangent descended(Tangent x) const {
      for (int i = 0; i < 60 && x.f > body.error_; ++i) {
        const double next = x.t - x.f / x.slope;
        if (next == x.t) break;
        x = tangent(next);
      }
      return x;
    }
    Tangent tangent(double t) const {
      const Slope at = body.gauge(line.at(t), line.direction);
      return {t, at.f, at.slope};
    }
  };

  // The norm whose unit ball the body is, less 1, and its derivative along d.
  Slope gauge(const Vec3& p, const Vec3& d) const {
    const Vec3 q = p.cwiseQuotient(radii_), u = q.cwiseAbs();
    const double x = around_(u.x()), y = around_(u.y()), z = along_(u.z()), flat = x + y;
    const double ring = ratio_(flat), sum = ring + z, norm = root_(sum);
    if (d.isZero(0) || sum == 0) return {norm - 1, 0};
    const Vec3 e = d.cwiseQuotient(radii_);
    // u^(k-1) is u^k / u; where u is 0 the derivative is 0, or any slope of |u| does.
    const double flat_slope = (q.x() != 0 ? x / q.x() * e.x() : 0) + (q.y() != 0 ? y / q.y() * e.y() : 0);
    const double ring_slope = flat > 0 ? ring / flat * flat_slope : 0;
    return {norm - 1, norm / sum * (ring_slope + (q.z() != 0 ? z / q.z() * e.z() : 0))};
  }

  Vec3 radii_;
  Power around_, along_, ratio_, root_;
  double inner_;  // radius of a ball inside
  double error_;  // of the gauge near 1
};

}  // namespace

LineShapePtr make_superquadric(const Vec3& radii, double e1, double e2) {
  for (int i = 0; i < 3; ++i) require_length("superquadric", fmt::format("radii[{}]", i), radii[i]);
  require_range("superquadric", "e1", e1, 0.1, 2);
  require_range("superquadric", "e2", e2, 0.1, 2);
  if (e1 == 1 && e2 == 1) return make_implicit_ellipsoid(radii);
  return std::make_shared<Superquadric>(radii, e1, e2);
}

}  // namespace impinge
