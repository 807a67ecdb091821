// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include <impinge/mesh.h>

namespace impinge {

/// How deep the hulls of two point sets are in each other.
struct PolytopeDepth {
  double at_least = 0;            ///< no shorter translation parts them; all rounding taken off
  double at_most = 0;             ///< moved by direction * at_most, b is parted from a, up to rounding
  Vec3 direction = Vec3::Zero();  ///< unit length; zero where nothing was found
};

/// Bounds of the depth over all directions, equal to about 1e-9 of the size where the search ends by itself. The hulls have
/// a point in common that is inside both; where rounding denies that, at_least is 0.
PolytopeDepth polytope_depth(std::span<const Vec3> a, std::span<const Vec3> b);

}  // namespace impinge
