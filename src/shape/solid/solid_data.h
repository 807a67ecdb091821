// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include <impinge/shapes.h>

#include "base/box.h"
#include "shape/solid/point_tree.h"

namespace impinge {

/// A half-space ends here: so far away that nothing is beyond, so near that cubes of it are finite.
inline constexpr double kFarAway = 1e75;

/// What a Solid points to. Convex kinds are a core and all points within `radius` of it.
struct SolidData {
  SolidKind kind = SolidKind::sphere;
  /// Half extents of the core: of a box its half edges, of an ellipsoid its half axes, of a capsule the half length of its
  /// segment in z, of a cylinder or cone (radius, radius, half height).
  Vec3 half = Vec3::Zero();
  double radius = 0;           ///< of a sphere, a capsule, points
  Vec3 normal = Vec3::Zero();  ///< of a half-space, as given
  double offset = 0;           ///< likewise
  double normal_length = 1;    ///< of the normal
  Box box;                     ///< around all of it
  double reach = 0;            ///< all of it is within this of the origin; infinite for a half-space
  std::optional<Mesh> mesh;    ///< of a height field
  PointTree cloud;             ///< of points
  LineShapePtr lines;          ///< the same as a shape that lists its crossings; null for half-spaces and points

  bool convex() const { return kind != SolidKind::height_field && kind != SolidKind::points; }
};

}  // namespace impinge
