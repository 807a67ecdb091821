// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/export.h>
#include <impinge/mesh.h>

#include "shape/polygon/ear_clipping.h"

namespace impinge {

/// Cuts polygons in space into triangles that cover what they enclose. Keeps its memory for the next polygon.
class PolygonTriangulator {
 public:
  struct Result {
    Clipped clipped = Clipped::simple;
    double off_plane = 0;  ///< how far a corner lies from the polygon's plane at most; 0 where it is planar
  };

  /// `corners` are four or more numbers of finite vertices. `triangles` come as the fan of these corners, which stays where
  /// the polygon is convex and is written over elsewhere.
  IMPINGE_EXPORT Result triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                                    std::span<Face> triangles);

 private:
  EarClipper clipper_;
  std::vector<PlanePoint> points_;
};

}  // namespace impinge
