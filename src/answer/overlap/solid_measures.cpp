// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Tetrahedra between a point of the surface and its faces, in doubles where their rounding is proved small against the sum,
// else in double-doubles, and where these cannot tell in exact numbers.
#include "answer/overlap/solid_measures.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/double_double.h"

namespace impinge {

namespace {

constexpr double kAccuracy = 1e-11;  // of a volume
constexpr int kMostDoubles = 64;     // of a coordinate

struct TwofoldVec {
  DoubleDouble x, y, z;
  Vec3 high() const { return {x.high, y.high, z.high}; }
};

TwofoldVec difference(const TwofoldPoint& p, const TwofoldPoint& q) {
  const auto along = [&](int k) {
    return (exact_sum(p.high[k], -q.high[k]) + DoubleDouble{p.low[k], 0}) - DoubleDouble{q.low[k], 0};
  };
  return {along(0), along(1), along(2)};
}

DoubleDouble determinant(const TwofoldVec& a, const TwofoldVec& b, const TwofoldVec& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

class Measuring {
 public:
  Measuring(std::span<const TwofoldPoint> points, std::span<const Face> faces) : points_(points), faces_(faces) {}

  SolidMeasures run(const PointDigits& digits) {
    in_doubles();
    if (!(error_ < kAccuracy * std::abs(sum_))) {
      in_double_doubles();
      for (int count = 4; !(error_ < kAccuracy * std::abs(sum_)) && count <= kMostDoubles; count *= 2)
        in_exact_numbers(digits, count);
    }
    result_.volume = sum_ / 6;
    result_.centroid = o().high;
    if (sum_ != 0) result_.centroid += moment_ / 4;
    return result_;
  }

 private:
  const TwofoldPoint& o() const { return points_[faces_.front()[0]]; }
  double count() const { return static_cast<double>(faces_.size()); }

  // Rounding may hide what faces are as thin as it.
  void in_doubles() {
    double size = 0;
    Vec3 moment = Vec3::Zero();
    for (const Face& f : faces_) {
      const Vec3 &p = points_[f[0]].high, &q = points_[f[1]].high, &r = points_[f[2]].high;
      const Vec3 a = p - o().high, b = q - o().high, c = r - o().high;
      const Vec3 normal = (q - p).cross(r - p);
      const double six = a.dot(normal);
      sum_ += six;
      size += a.lpNorm<1>() * normal.lpNorm<1>();
      span_ = std::max(span_, a.cwiseAbs().maxCoeff());
      largest_ = std::max(largest_, p.cwiseAbs().maxCoeff());
      moment += six * (a + b + c);
      result_.area += normal.norm() / 2;
      result_.box.add(p);
      result_.box.add(q);
      result_.box.add(r);
    }
    span_ += 0x1p-52 * largest_;
    const double hidden = count() * 0x1p-50 * largest_ * span_;  // of the area
    error_ = 0x1p-48 * (size + span_ * hidden + std::max(largest_, span_) * (result_.area + hidden));
    moment_ = moment / sum_;
  }

  void in_double_doubles() {
    DoubleDouble total;
    DoubleDouble moments[3];
    result_.area = 0;
    for (const Face& f : faces_) {
      const TwofoldVec a = difference(points_[f[0]], o()), b = difference(points_[f[1]], o()),
                       c = difference(points_[f[2]], o());
      const DoubleDouble six = determinant(a, b, c);
      total = total + six;
      moments[0] = moments[0] + six * (a.x + b.x + c.x);
      moments[1] = moments[1] + six * (a.y + b.y + c.y);
      moments[2] = moments[2] + six * (a.z + b.z + c.z);
      const Vec3 u = difference(points_[f[1]], points_[f[0]]).high(), v = difference(points_[f[2]], points_[f[0]]).high();
      result_.area += u.cross(v).stableNorm() / 2;
    }
    sum_ = total.high;
    error_ = count() * 0x1p-94 * largest_ * span_ * span_;
    for (int k = 0; k < 3; ++k) moment_[k] = moments[k].high / sum_;
  }

  void in_exact_numbers(const PointDigits& digits, int doubles) {
    std::unordered_map<std::uint32_t, ExactVec> known;
    const auto at = [&](std::uint32_t point) -> const ExactVec& {
      const auto it = known.find(point);
      return it != known.end() ? it->second : known.emplace(point, digits(point, doubles)).first->second;
    };
    const ExactVec from = at(faces_.front()[0]);
    Exact total;
    ExactVec moments;
    result_.area = 0;
    for (const Face& f : faces_) {
      const ExactVec a = at(f[0]) - from, b = at(f[1]) - from, c = at(f[2]) - from, normal = cross(b - a, c - a);
      const Exact six = dot(a, normal);
      total = total + six;
      moments = moments + six * (a + b + c);
      result_.area += roughly(normal).stableNorm() / 2;
    }
    sum_ = rough_quotient(total, Exact(1.0));
    error_ = std::ldexp(count() * largest_ * span_ * span_, 8 - 50 * doubles);
    if (total.sign() == 0) return;
    for (int k = 0; k < 3; ++k) moment_[k] = rough_quotient(k == 0 ? moments.x : k == 1 ? moments.y : moments.z, total);
  }

  std::span<const TwofoldPoint> points_;
  std::span<const Face> faces_;
  SolidMeasures result_;
  double sum_ = 0, error_ = 0;     // of six times the volume
  Vec3 moment_ = Vec3::Zero();     // from o(), as a share of the sum
  double largest_ = 0, span_ = 0;  // of coordinates, and of their differences from o()
};

}  // namespace

SolidMeasures measure_solid(std::span<const TwofoldPoint> points, std::span<const Face> faces, const PointDigits& digits) {
  return faces.empty() ? SolidMeasures() : Measuring(points, faces).run(digits);
}

}  // namespace impinge
