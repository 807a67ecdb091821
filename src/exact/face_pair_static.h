// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include "base/triangle.h"

namespace impinge {

/// How two closed triangles meet, decided exactly on their doubles: coplanar, touching, degenerate, far from the origin.
/// Symmetric in a and b and in the order of corners.
Relation face_pair_static(const Triangle& a, const Triangle& b);

/// Signs of orient3d(plane, corner) for the corners of a face: on which side of the plane of another one they lie.
struct PlaneSides {
  int s[3];
  bool one_side() const { return s[0] != 0 && s[0] == s[1] && s[1] == s[2]; }
  bool all_zero() const { return s[0] == 0 && s[1] == 0 && s[2] == 0; }
};

/// The same where the sides are known: of a at the plane of b, and of b at the plane of a.
Relation face_pair_static(const Triangle& a, const Triangle& b, const PlaneSides& a_sides, const PlaneSides& b_sides);

/// The same for two faces of one mesh: disjoint unless they meet beyond what they share. The ids are corners: equal for
/// vertices of equal coordinates.
Relation self_pair_static(const Triangle& a, const Face& a_corners, const Triangle& b, const Face& b_corners);

}  // namespace impinge
