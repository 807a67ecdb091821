// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "answer/arrangement/cut_points.h"

namespace impinge {

/// A segment of a plane between two points, and which faces of the plane begin (+) or end (-) on crossing it upwards.
struct FlatSegment {
  std::uint32_t left, right;  ///< points, in the order of the sweep
  struct Border {
    std::uint32_t face;
    int sign;
  };
  std::vector<Border> borders;  ///< empty for a cut
};

/// A triangle of a plane that no segment crosses, counter-clockwise in the shadow, and the faces that lie over it.
struct FlatTriangle {
  std::array<std::uint32_t, 3> points;
  std::uint32_t cover;  ///< index into FlatTriangulation::covers
};

struct FlatTriangulation {
  std::vector<FlatTriangle> triangles;
  std::vector<std::vector<std::uint32_t>> covers;  ///< faces, ascending; each once
};

/// Triangulates what the faces of a plane cover. Segments meet only in their ends, no two are equal, and the borders of each
/// face are among them; `points` are those that lie on no segment. All are seen along `axis`.
FlatTriangulation triangulate(const CutPoints& points, int axis, std::vector<FlatSegment>& segments,
                              std::span<const std::uint32_t> lone);

/// Order of the sweep: by the first coordinate of the shadow, then the second.
bool sweeps_before(const CutPoints& points, int axis, std::uint32_t p, std::uint32_t q);

}  // namespace impinge
