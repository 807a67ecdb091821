// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include "answer/body/body.h"

namespace impinge {

/// The point of a body's surface that is nearest to a given one.
struct SurfacePoint {
  double distance = 0;  ///< rounded
  Vec3 point = Vec3::Zero();
  std::uint32_t face = 0;
};

/// By the body's cluster tree, nearer boxes first. `within`: nothing farther than this is of interest; then the distance is
/// this, and the point is not set. `enough`: a distance not above this need not be the least.
SurfacePoint nearest_on_surface(const Body& body, const Vec3& p, double within, double enough = 0);

/// How far the point is inside the body, with all rounding taken off: a ball that large lies in it. 0 or less if it is not.
double depth_inside(const Body& body, const Vec3& p, double within);

}  // namespace impinge
