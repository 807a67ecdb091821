// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

#include "base/internals.h"
#include "shape/convex/bound_tables.h"
#include "shape/convex/convex_surface.h"
#include "shape/convex/curved_surface.h"
#include "shape/convex/direction_map.h"

namespace impinge {

/// What a ConvexBody points to.
struct ConvexBodyData {
  ConvexSurface surface;                        ///< of a polytope; its inner point is set for curved bodies too
  DirectionMap face_map, vertex_map;            ///< of a polytope
  std::shared_ptr<const CurvedSurface> curved;  ///< of the others
  BoundTables bound_tables;
  double radius = 0;  ///< of a ball around the inner point that holds the body
  double reach = 0;   ///< of one around the origin of its frame
  ConvexMaps maps;

  /// The face in whose cone the point lies.
  std::uint32_t face_towards(const Vec3& point) const {
    const Vec3 offset = point - surface.inner;
    return offset.isZero(0) ? 0 : surface.walk(point, face_map.seed(offset));
  }
  /// Three corners of its plane.
  Face plane_towards(const Vec3& point) const {
    const Vec3 offset = point - surface.inner;
    return offset.isZero(0) ? surface.faces.front() : surface.plane_towards(point, face_map.seed(offset));
  }
  std::uint32_t extreme_vertex(const Vec3& direction) const { return surface.climb(direction, vertex_map.seed(direction)); }
  /// An upper bound of the gauge, and the plane behind it; `offset` from the inner point, not zero.
  Slope gauge(const Vec3& offset) const;
  /// A lower bound of it: above 1 the point is surely outside.
  double least_gauge(const Vec3& offset) const;
  /// A point of the body farthest along a direction that is not zero, minus the inner point.
  Vec3 support_offset(const Vec3& direction) const;
};

/// Throws Error (bad_argument) for options out of range.
void require_options(const ConvexOptions& options);

}  // namespace impinge
