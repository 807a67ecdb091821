// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Metaballs after: J. F. Blinn, A generalization of algebraic surface drawing, 1982, with a kernel that ends at a radius, as
// in: G. Wyvill, C. McPheeters, B. Wyvill, Data structure for soft objects, 1986. Between the places where a line enters or
// leaves the reach of a ball the sum is one polynomial of degree six.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/line/distance_field.h"
#include "shape/line/line_polynomial.h"
#include "shape/make/generator.h"

namespace impinge {
namespace {

// One ball along a line: 1 - s = u0 + u1 t + u2 t^2 where positive, for t between low and high.
struct Reach {
  double u0, u1, u2, strength, low, high;

  double at(double t) const {
    const double u = u0 + t * (u1 + t * u2);
    return u > 0 ? strength * u * u * u : 0;
  }
};

class Metaballs final : public DistanceField {
 public:
  Metaballs(std::vector<Metaball> balls, double threshold) : balls_(std::move(balls)), threshold_(threshold) {
    for (const Metaball& ball : balls_) {
      strength_ += std::fabs(ball.strength);
      least_radius_ = std::min(least_radius_, ball.radius);
      steepness_ += kSteepest * std::fabs(ball.strength) / ball.radius;
      if (ball.strength <= 0) continue;
      box_.add(Vec3(ball.centre - Vec3::Constant(ball.radius)));
      box_.add(Vec3(ball.centre + Vec3::Constant(ball.radius)));
    }
    middle_ = (box_.low + box_.high) / 2;
    size_ = (box_.high - box_.low).stableNorm();
  }

  std::array<Vec3, 2> bounds() const override { return {box_.low, box_.high}; }
  std::string name() const override { return "metaballs"; }

  double distance(const Vec3& p) const override {
    double sum = 0;
    for (const Metaball& ball : balls_) {
      const double u = 1 - (p - ball.centre).squaredNorm() / (ball.radius * ball.radius);
      if (u > 0) sum += ball.strength * u * u * u;
    }
    return (threshold_ - sum) / steepness_;
  }

  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const NearLine line(origin, direction, middle_);
    Curve curve;
    curve.threshold = threshold_;
    reaches(line, curve.reaches);
    if (curve.reaches.empty()) return;
    std::vector<double> cuts;
    for (const Reach& r : curve.reaches) cuts.insert(cuts.end(), {r.low, r.high});
    std::sort(cuts.begin(), cuts.end());
    const double spread = size_ / least_radius_;
    curve.error = 64 * kRoundOff * (threshold_ + strength_ * (1 + spread * spread));
    Bracketing search(curve, line, {cuts.front(), cuts.back()}, 0x1p-40 * size_, out);
    double before = search.begin();
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (!(cuts[i] < cuts[i + 1])) continue;
      const double after = curve.value(cuts[i + 1]).f;
      curve.set_piece(cuts[i], cuts[i + 1]);
      search.search(cuts[i], before, cuts[i + 1], after);
      before = after;
    }
    search.end(before);
  }

 private:
  static constexpr double kSteepest = 1.7173;  // of (1 - s^2)^3: 6 s (1 - s^2)^2 at s^2 = 1/5, rounded up

  struct Curve {
    std::vector<Reach> reaches;
    double threshold = 0, error = 0;
    LinePolynomial<6> piece;

    BoundedValue value(double t) const {
      double sum = 0;
      for (const Reach& r : reaches) sum += r.at(t);
      return {threshold - sum, error};
    }
    Stretch stretch(double a, double fa, double b, double fb) const { return piece.stretch(a, fa, b, fb); }

    // The polynomial between two cuts, with all balls that reach over the stretch.
    void set_piece(double a, double b) {
      piece.c = {threshold};
      for (const Reach& r : reaches) {
        if (r.low > a || r.high < b) continue;
        const std::array<double, 5> square = {r.u0 * r.u0, 2 * r.u0 * r.u1, 2 * r.u0 * r.u2 + r.u1 * r.u1, 2 * r.u1 * r.u2,
                                              r.u2 * r.u2};
        for (int k = 0; k < 5; ++k) {
          piece.c[k] -= r.strength * square[k] * r.u0;
          piece.c[k + 1] -= r.strength * square[k] * r.u1;
          piece.c[k + 2] -= r.strength * square[k] * r.u2;
        }
      }
      for (int k = 0; k <= 6; ++k) piece.error[k] = k == 0 ? error : 64 * kRoundOff * std::fabs(piece.c[k]);
      piece.set_reach(std::max(std::fabs(a), std::fabs(b)));
    }
  };

  void reaches(const NearLine& line, std::vector<Reach>& out) const {
    for (const Metaball& ball : balls_) {
      const Vec3 o = (line.origin - ball.centre) / ball.radius, d = line.direction / ball.radius;
      const double a = d.squaredNorm(), b = o.dot(d), c = o.squaredNorm() - 1;
      const double square = b * b - a * c;
      if (!(square > 0)) continue;
      const double half = std::sqrt(square) / a, middle = -b / a;
      out.push_back({-c, -2 * b, -a, ball.strength, middle - half, middle + half});
    }
  }

  std::vector<Metaball> balls_;
  double threshold_;
  double strength_ = 0, steepness_ = 0;
  Box box_;
  Vec3 middle_;
  double size_ = 0, least_radius_ = std::numeric_limits<double>::infinity();
};

}  // namespace

LineShapePtr make_metaballs(std::vector<Metaball> balls, double threshold) {
  require_length("metaballs", "threshold", threshold);
  double most = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    require_length("metaballs", fmt::format("balls[{}].radius", i), balls[i].radius);
    if (!balls[i].centre.allFinite() || !std::isfinite(balls[i].strength))
      throw Error(ErrorCode::bad_argument, fmt::format("shape \"metaballs\": balls[{}] has a NaN or infinite number", i));
    most += std::max(0.0, balls[i].strength);
  }
  if (!(most > threshold))
    throw Error(ErrorCode::bad_argument,
                fmt::format("shape \"metaballs\": the strengths of {} balls add up to {}, which never exceeds the threshold "
                            "{}; the body is empty",
                            balls.size(), most, threshold));
  return std::make_shared<Metaballs>(std::move(balls), threshold);
}

}  // namespace impinge
