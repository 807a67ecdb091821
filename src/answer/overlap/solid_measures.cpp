// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Tetrahedra between a point of the surface and its faces, in doubles where their rounding is proved small against the sum,
// else in double-doubles.
#include "answer/overlap/solid_measures.h"

#include <Eigen/Geometry>
#include <cmath>

#include "base/double_double.h"

namespace impinge {

namespace {

struct TwofoldVec {
  DoubleDouble x, y, z;
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

}  // namespace

SolidMeasures measure_solid(std::span<const TwofoldPoint> points, std::span<const Face> faces) {
  SolidMeasures result;
  if (faces.empty()) return result;
  const TwofoldPoint& o = points[faces.front()[0]];
  double sum = 0, size = 0, largest = 0;
  Vec3 moment = Vec3::Zero();
  for (const Face& f : faces) {
    const Vec3 &p = points[f[0]].high, &q = points[f[1]].high, &r = points[f[2]].high;
    const Vec3 a = p - o.high, b = q - o.high, c = r - o.high;
    const Vec3 normal = (q - p).cross(r - p);
    const double six = a.dot(normal);
    sum += six;
    size += a.lpNorm<1>() * normal.lpNorm<1>();
    largest = std::max({largest, p.cwiseAbs().maxCoeff(), a.cwiseAbs().maxCoeff()});
    moment += six * (a + b + c);
    result.area += normal.norm() / 2;
    result.box.add(p);
    result.box.add(q);
    result.box.add(r);
  }
  const double error = 0x1p-48 * (size + largest * result.area);
  if (error > 1e-11 * std::abs(sum)) {
    DoubleDouble total;
    DoubleDouble moments[3];
    for (const Face& f : faces) {
      const TwofoldVec a = difference(points[f[0]], o), b = difference(points[f[1]], o), c = difference(points[f[2]], o);
      const DoubleDouble six = determinant(a, b, c);
      total = total + six;
      moments[0] = moments[0] + six * (a.x + b.x + c.x);
      moments[1] = moments[1] + six * (a.y + b.y + c.y);
      moments[2] = moments[2] + six * (a.z + b.z + c.z);
    }
    sum = total.high;
    for (int k = 0; k < 3; ++k) moment[k] = moments[k].high;
  }
  result.volume = sum / 6;
  result.centroid = o.high;
  if (sum != 0) result.centroid += moment / (4 * sum);
  return result;
}

}  // namespace impinge
