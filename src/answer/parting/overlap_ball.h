// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/overlap.h>

#include "answer/body/body.h"

namespace impinge {

/// Balls around one point, one in each body: no translation shorter than the sum of their radii parts them.
struct OverlapBalls {
  Vec3 centre = Vec3::Zero();
  double a_radius = 0, b_radius = 0;
  double sum() const { return a_radius + b_radius; }
};

/// The balls of a lump whose sum is about the largest; the sum is 0 if none was found. `within` bounds what the sum can be;
/// places that promise less than half of `known` are left out.
OverlapBalls overlap_balls(const Body& a, const Body& b, const OverlapSolid& solid, const Lump& lump, double within,
                           double known);

}  // namespace impinge
