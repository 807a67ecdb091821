// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include <impinge/scene.h>

#include "io/cad/cad_data.h"

namespace impinge::io {

/// What the numbers of two analytic surfaces say about all their points.
struct PairFact {
  bool shared = false;  ///< they are one surface, within `tolerance` of it
  double apart = -1;    ///< no two points are nearer than this; -1: nothing is said
};

/// A surface where its object stands. Lengths of world and surface are the same.
struct WorldSurface {
  SurfaceKind kind = SurfaceKind::other;
  Vec3 origin, axis;
  double radius = 0, second = 0;
};
WorldSurface placed(const CadFace& face, const Pose& pose);

/// `tolerance` is what counts as rounding of a file: numbers that agree to it are taken as equal.
PairFact fact_of(const WorldSurface& a, const WorldSurface& b, double tolerance);

}  // namespace impinge::io
