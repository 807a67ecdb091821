// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/facet_distance.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <Eigen/Geometry>

namespace impinge::io {
namespace {

Vec3 nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 d = b - a;
  const double n = d.squaredNorm();
  return n > 0 ? Vec3(a + std::clamp((p - a).dot(d) / n, 0.0, 1.0) * d) : a;
}

// Of two segments; Ericson 2004, 5.1.9.
NearestPoints nearest_segments(const Vec3& p1, const Vec3& q1, const Vec3& p2, const Vec3& q2) {
  const Vec3 d1 = q1 - p1, d2 = q2 - p2, r = p1 - p2;
  const double a = d1.squaredNorm(), e = d2.squaredNorm(), f = d2.dot(r), c = d1.dot(r), b = d1.dot(d2);
  double s = 0, t = 0;
  if (a > 0 && e > 0) {
    const double denominator = a * e - b * b;
    s = denominator > 1e-14 * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0;
    t = (b * s + f) / e;
    if (t < 0 || t > 1) {
      t = std::clamp(t, 0.0, 1.0);
      s = std::clamp((b * t - c) / a, 0.0, 1.0);
    }
  } else if (e > 0) {
    t = std::clamp(f / e, 0.0, 1.0);
  } else if (a > 0) {
    s = std::clamp(-c / a, 0.0, 1.0);
  }
  const Vec3 x = p1 + s * d1, y = p2 + t * d2;
  return {x, y, (x - y).norm()};
}

// Where a segment goes through a triangle, if it does.
std::optional<Vec3> pierced(const Corners& t, const Vec3& p, const Vec3& q) {
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  const double hp = n.dot(p - t[0]), hq = n.dot(q - t[0]);
  if ((hp > 0) == (hq > 0) || hp == hq) return {};
  const Vec3 x = p + hp / (hp - hq) * (q - p);
  for (int k = 0; k < 3; ++k)
    if (n.dot((t[(k + 1) % 3] - t[k]).cross(x - t[k])) < 0) return {};
  return x;
}

}  // namespace

Vec3 nearest_on(const Corners& t, const Vec3& p) {
  const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], n = ab.cross(ac);
  const double nn = n.squaredNorm();
  if (nn > 0) {
    bool inside = true;
    for (int k = 0; k < 3 && inside; ++k) inside = n.dot((t[(k + 1) % 3] - t[k]).cross(p - t[k])) >= 0;
    if (inside) return p - n * (n.dot(p - t[0]) / nn);
  }
  Vec3 best = nearest_on_segment(t[0], t[1], p);
  for (int k = 1; k < 3; ++k) {
    const Vec3 x = nearest_on_segment(t[k], t[(k + 1) % 3], p);
    if ((x - p).squaredNorm() < (best - p).squaredNorm()) best = x;
  }
  return best;
}

NearestPoints nearest_of(const Corners& a, const Corners& b) {
  NearestPoints best{a[0], b[0], std::numeric_limits<double>::infinity()};
  const auto take = [&best](const NearestPoints& x) {
    if (x.distance < best.distance) best = x;
  };
  for (int k = 0; k < 3; ++k) {
    if (const auto x = pierced(b, a[k], a[(k + 1) % 3])) return {*x, *x, 0};
    if (const auto x = pierced(a, b[k], b[(k + 1) % 3])) return {*x, *x, 0};
    const Vec3 on_b = nearest_on(b, a[k]), on_a = nearest_on(a, b[k]);
    take({a[k], on_b, (a[k] - on_b).norm()});
    take({on_a, b[k], (on_a - b[k]).norm()});
    for (int j = 0; j < 3; ++j) take(nearest_segments(a[k], a[(k + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  return best;
}

}  // namespace impinge::io
