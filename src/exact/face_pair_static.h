// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include "base/triangle.h"

namespace impinge {

/// How two closed triangles meet, decided exactly on their doubles: coplanar, touching, degenerate, far from the origin.
/// Symmetric in a and b and in the order of corners.
Relation face_pair_static(const Triangle& a, const Triangle& b);

/// The same for two faces of one mesh: disjoint unless they meet beyond what they share. The ids are corners: equal for
/// vertices of equal coordinates.
Relation self_pair_static(const Triangle& a, const Face& a_corners, const Triangle& b, const Face& b_corners);

}  // namespace impinge
