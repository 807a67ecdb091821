// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/exact_point.h"

namespace impinge {

/// A point to cast rays from: exact, with the nearest doubles for the filters.
struct RayStart {
  ExactPoint exact;
  Vec3 approximate;
  double error;  ///< bound on |approximate - exact| in each coordinate

  explicit RayStart(const Vec3& p) : exact(p), approximate(p), error(0) {}
  explicit RayStart(const ExactPoint& p);
};

/// Sign as orient3d(t.p[0], t.p[1], t.p[2], start): positive if the start lies behind the face.
int side_of(const Triangle& t, const RayStart& start);

/// Sign of det[r; a - start; b - start]: on which side the line from the start along r passes the edge a b.
int passes(const RayStart& start, const Vec3& r, const Vec3& a, const Vec3& b);

/// How a ray meets a face.
enum class Hit {
  miss,
  front,     ///< leaves through it, along its normal
  back,      ///< enters through it
  at_start,  ///< the face holds the start and is not crossed
  unclear,   ///< meets an edge or runs inside the face: take another direction
};

Hit cast(const RayStart& start, const Vec3& r, const Triangle& t);

/// Sign of normal . r, exact; 0 for degenerate faces.
int heading(const Vec3& r, const Triangle& t);

/// Directions in general position, one for each try.
Vec3 ray_direction(int attempt);

}  // namespace impinge
