// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Torus: (|p|^2 + R^2 - r^2)^2 = 4 R^2 (x^2 + y^2), of degree four along a line.
#include <cmath>

#include <impinge/error.h>

#include "shape/line/distance_field.h"
#include "shape/line/line_polynomial.h"
#include "shape/make/generator.h"

namespace impinge {
namespace {

class Torus final : public DistanceField {
 public:
  Torus(double ring, double tube)
      : ring_(ring), tube_(tube), unit_(std::ldexp(1.0, -std::ilogb(ring + tube))), R_(ring * unit_), r_(tube * unit_) {}

  std::array<Vec3, 2> bounds() const override {
    const double wide = (ring_ + tube_) * (1 + 2 * kRoundOff);
    return {Vec3(-wide, -wide, -tube_), Vec3(wide, wide, tube_)};
  }
  std::string name() const override { return "torus"; }
  double distance(const Vec3& p) const override { return std::hypot(std::hypot(p.x(), p.y()) - ring_, p.z()) - tube_; }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine far(origin * unit_, direction, Vec3::Zero());  // a power of two: exact
    const Vec3 &o = far.origin, &d = direction;
    const double margin = 1e-3 * r_, wide = R_ + r_ + margin, c = o.squaredNorm();
    if (c > wide * wide) return;
    const auto span = clipped(o, d, {Vec3(-wide, -wide, -r_ - margin), Vec3(wide, wide, r_ + margin)});
    if (!span) return;
    LinePolynomial<4> f = along(o, d);
    f.set_reach(std::max(std::fabs(span->low), std::fabs(span->high)));
    const std::size_t first = out.size();
    Bracketing(f, far, *span, 0x1p-40, out).run();
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].t_low /= unit_;
      out[i].t_high /= unit_;
    }
  }

 private:
  // Squares (a t^2 + 2 b t + g)^2 - 4 R^2 (A t^2 + 2 B t + C); each error is that of the terms it is made of.
  LinePolynomial<4> along(const Vec3& o, const Vec3& d) const {
    const double a = d.squaredNorm(), b = o.dot(d), g = o.squaredNorm() + (R_ - r_) * (R_ + r_);
    const double g_size = o.squaredNorm() + R_ * R_ + r_ * r_, b_size = o.cwiseAbs().dot(d.cwiseAbs());
    const double A = d.x() * d.x() + d.y() * d.y(), B = o.x() * d.x() + o.y() * d.y(), C = o.x() * o.x() + o.y() * o.y();
    const double B_size = std::fabs(o.x() * d.x()) + std::fabs(o.y() * d.y()), four = 4 * R_ * R_;
    LinePolynomial<4> f;
    f.c = {g * g - four * C, 4 * b * g - 2 * four * B, 4 * b * b + 2 * a * g - four * A, 4 * a * b, a * a};
    f.error = {g_size * g_size + four * C, 4 * b_size * g_size + 2 * four * B_size,
               4 * b_size * b_size + 2 * a * g_size + four * A, 4 * a * b_size, a * a};
    for (double& e : f.error) e *= 24 * kRoundOff;
    return f;
  }

  double ring_, tube_;
  double unit_;   // power of two that brings the size near 1
  double R_, r_;  // measured in it
};

}  // namespace

LineShapePtr make_implicit_torus(double ring, double tube) {
  require_length("implicit torus", "ring", ring);
  require_length("implicit torus", "tube", tube);
  require_range("implicit torus", "tube", tube, 1e-6 * ring, 0.999999 * ring);  // a fatter one would cross itself
  return std::make_shared<Torus>(ring, tube);
}

}  // namespace impinge
