// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/body/ray_cast.h"

#include <algorithm>
#include <cmath>

#include "base/predicates.h"

namespace impinge {

namespace {

// Rounding of a three by three determinant of differences, relative to its products; larger than in orient3d because the
// rows may carry an error of their own.
constexpr double kBound = 0x1p-49;

// Sign of det[r; u; v] from doubles whose entries in u and v are off by at most `error`; 0 if it is in doubt.
int filtered_sign(const Vec3& r, const Vec3& u, const Vec3& v, double error) {
  const Vec3 n = cross(u, v);
  const double det = r.dot(n);
  const Vec3 ar = r.cwiseAbs(), au = u.cwiseAbs(), av = v.cwiseAbs();
  const double size = ar.x() * (au.y() * av.z() + au.z() * av.y()) + ar.y() * (au.z() * av.x() + au.x() * av.z()) +
                      ar.z() * (au.x() * av.y() + au.y() * av.x());
  const double bound = kBound * size + 4 * ar.sum() * error * (au.sum() + av.sum() + error) + 0x1p-1000;
  if (!(std::fabs(det) > bound) || !(size < 0x1p1000)) return 0;
  return det > 0 ? 1 : -1;
}

}  // namespace

int passes(const RayStart& s, const Vec3& r, const Vec3& a, const Vec3& b) {
  const Vec3 u = a - s.approximate, v = b - s.approximate;
  const double error = s.error + 0x1p-53 * (u.cwiseAbs().maxCoeff() + v.cwiseAbs().maxCoeff());
  const int sign = filtered_sign(r, u, v, error);
  return sign != 0 ? sign : passes(s.exact, r, a, b);
}

int side_of(const Triangle& t, const RayStart& s) {
  if (s.error == 0) return orient3d(t.p[0], t.p[1], t.p[2], s.approximate);
  const Vec3 u = t.p[0] - s.approximate, v = t.p[1] - s.approximate, w = t.p[2] - s.approximate;
  const double su = u.cwiseAbs().sum(), sv = v.cwiseAbs().sum(), sw = w.cwiseAbs().sum();
  const double error = s.error + 0x1p-53 * std::max({su, sv, sw});
  const double det = u.dot(cross(v, w));
  const double bound = kBound * su * sv * sw + 4 * error * (sv * sw + su * sw + su * sv) + 0x1p-1000;
  if (std::fabs(det) > bound && su * sv * sw < 0x1p1000) return det > 0 ? 1 : -1;
  return side_of(t, s.exact);
}

int heading(const Vec3& r, const Triangle& t) {
  const Vec3 u = t.p[1] - t.p[0], v = t.p[2] - t.p[0];
  const double error = 0x1p-53 * std::max(u.cwiseAbs().maxCoeff(), v.cwiseAbs().maxCoeff());
  const int sign = filtered_sign(r, u, v, error);
  return sign != 0 ? sign : passes(ExactPoint(t.p[0]), r, t.p[1], t.p[2]);
}

Hit cast(const RayStart& s, const Vec3& r, const Triangle& t) {
  int low = 1, high = -1;
  for (int i = 0; i < 3; ++i) {
    const int side = passes(s, r, t.p[i], t.p[(i + 1) % 3]);
    low = std::min(low, side);
    high = std::max(high, side);
    if (low < 0 && high > 0) return Hit::miss;
  }
  const int along = heading(r, t);
  const int start_behind = side_of(t, s);
  if (along == 0) {
    // Parallel, or a degenerate face, which bounds nothing.
    const bool flat = collinear(t.p[0], t.p[1], t.p[2]);
    return start_behind == 0 && !flat ? Hit::unclear : Hit::miss;
  }
  if (start_behind == 0) return Hit::at_start;
  if (start_behind * along < 0) return Hit::miss;  // passed before the start
  if (low == 0 || high == 0) return Hit::unclear;  // through an edge
  return along > 0 ? Hit::front : Hit::back;
}

RayStart::RayStart(const ExactPoint& p)
    : exact(p), approximate(roughly(p)), error(approximate.cwiseAbs().maxCoeff() * 0x1p-50 + 0x1p-1074) {}

Vec3 ray_direction(int attempt) {
  // Components in [0.25, 1] of either sign by a multiplicative hash: no zeros, no symmetry.
  std::uint64_t state = 0x9e3779b97f4a7c15u * (static_cast<std::uint64_t>(attempt) + 1);
  const auto next = [&] {
    state ^= state >> 29;
    state *= 0xbf58476d1ce4e5b9u;
    state ^= state >> 32;
    const double size = 0.25 + 0.75 * static_cast<double>(state >> 12) * 0x1p-52;
    return (state & 1) != 0 ? size : -size;
  };
  const double x = next(), y = next(), z = next();
  return {x, y, z};
}

}  // namespace impinge
