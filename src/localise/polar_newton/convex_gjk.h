// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "localise/polar_newton/polar_newton_frame.h"

namespace impinge {

/// Up to four points of the difference b - a, and their parts.
struct DifferenceSimplex {
  int size = 0;
  Vec3 point[4];                    ///< of b minus of a
  Vec3 a_point[4];                  ///< of a, in the axes of ConvexFrame
  double weight[4] = {0, 0, 0, 0};  ///< of the nearest point to the origin

  Vec3 nearest() const {
    Vec3 p = Vec3::Zero();
    for (int i = 0; i < size; ++i) p += weight[i] * point[i];
    return p;
  }
  Vec3 nearest_of_a() const {
    Vec3 p = Vec3::Zero();
    for (int i = 0; i < size; ++i) p += weight[i] * a_point[i];
    return p;
  }
};

/// Keeps the points that the nearest point to the origin needs. True if the origin is inside all four.
bool reduce(DifferenceSimplex& simplex);

/// What the simplex search ends with.
struct GjkResult {
  DifferenceSimplex simplex;
  Vec3 normal;        ///< from a to b: the nearest point of the difference
  double distance;    ///< upper bound, of two points that exist
  double lower;       ///< lower bound by the last support, in doubles
  bool holds_origin;  ///< in doubles
  int iterations;
};

/// By supports of the full maps, of bodies drawn together to `scale` around their inner points. Stops early once the lower
/// bound is above `enough`, else when distance and lower bound agree to 1e-12 or nothing improves.
GjkResult gjk(const ConvexFrame& frame, const Vec3& first_normal, double enough, double scale = 1);

}  // namespace impinge
