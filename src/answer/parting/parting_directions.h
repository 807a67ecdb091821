// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <vector>

#include <impinge/overlap.h>

#include "answer/body/body.h"

namespace impinge {

/// The shortest translation of b along an axis after which the boxes touch.
Vec3 box_parting(const Box& a, const Box& b);

/// Directions in which b may leave a on a short way, of any length, the most promising first. `centre` is a point inside
/// both bodies; `axes` are columns along which the bodies were made.
std::vector<Vec3> suggested_directions(const Body& a, const Body& b, const OverlapSolid& solid, const Vec3& centre,
                                       const std::array<Eigen::Matrix3d, 2>& axes);

/// The outward area of a in the surface of a lump, as a vector: it points the way b is pushed. It may vanish, as where b
/// goes through a.
Vec3 area_of_a(const Body& a, const OverlapSolid& solid, const Lump& lump);

/// Directions spread evenly over the sphere.
std::vector<Vec3> directions_around();

}  // namespace impinge
