// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>

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

}  // namespace impinge
