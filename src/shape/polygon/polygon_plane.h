// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <impinge/export.h>
#include <impinge/mesh.h>

#include "shape/polygon/chain_boxes.h"

namespace impinge {

/// How a polygon in space is seen in two of its coordinates, so that it turns counter-clockwise.
struct PolygonView {
  int x = 0, y = 1;      ///< the coordinates to look at
  double off_plane = 0;  ///< how far a corner lies from the plane in the middle at most, rounded; 0 where it is planar

  PlanePoint operator()(const Vec3& p) const { return {p[x], p[y]}; }
};

/// Looks along the coordinate in which the polygon's normal is longest. That the area seen is positive is certain, whatever
/// the coordinates; a polygon without area is seen from a side where it is not a line. All coordinates are finite.
PolygonView view_polygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners);

/// Most polygons of most files, in a fraction of the time: `off_plane` of a quadrilateral that is certainly convex, seen as
/// view_polygon sees it; nothing for all others, also where a coordinate is not finite.
IMPINGE_EXPORT std::optional<double> convex_quadrilateral(std::span<const Vec3> vertices,
                                                          const std::array<std::uint32_t, 4>& corners);

}  // namespace impinge
