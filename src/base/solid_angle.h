// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <numbers>

#include "base/triangle.h"

namespace impinge {

/// How much of all directions a triangle covers, seen from a point: its solid angle / 4 pi, positive where the point lies
/// behind it. After Van Oosterom & Strackee, "The solid angle of a plane triangle", 1983.
inline double winding_of(const Triangle& t, const Vec3& p) {
  const Vec3 a = t.p[0] - p, b = t.p[1] - p, c = t.p[2] - p;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  const double above = a.dot(cross(b, c));
  const double below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
  return std::atan2(above, below) * (0.5 * std::numbers::inv_pi);
}

}  // namespace impinge
