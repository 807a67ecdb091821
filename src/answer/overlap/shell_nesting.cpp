// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Lines along the axes through points of the inner shell: faces are passed where their shadow holds the point. A line that
// meets an edge tells nothing, and another is taken.
#include "answer/overlap/shell_nesting.h"

#include <optional>

#include "answer/body/ray_cast.h"

namespace impinge {

namespace {

// How often a line from the point along the axis leaves the shell, less how often it enters; nothing if it meets an edge.
std::optional<int> winding_along(const TwoBodies& bodies, const CutPoints& points, std::span<const SolidFace> shell,
                                 std::uint32_t point, int axis) {
  const RayStart start(points.exact(point));
  int winding = 0;
  for (const SolidFace& f : shell) {
    int sides[3];
    bool left = false, right = false, on = false;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = f.points[i], q = f.points[(i + 1) % 3];
      sides[i] = p == point || q == point ? 0 : points.orient2d(p, q, point, axis);
      left = left || sides[i] > 0;
      right = right || sides[i] < 0;
      on = on || sides[i] == 0;
    }
    if (left && right) continue;
    if (on) return std::nullopt;
    // Above the point: it lies behind a face that looks along the axis.
    const int behind = side_of(bodies.triangle(f.face), start) * (f.turned ? -1 : 1);
    if (behind == 0) return std::nullopt;
    if ((behind > 0) == left) winding += left ? 1 : -1;
  }
  return winding;
}

}  // namespace

bool lies_around(const TwoBodies& bodies, const CutPoints& points, std::span<const SolidFace> outer,
                 std::span<const SolidFace> inner) {
  for (const SolidFace& f : inner)
    for (const std::uint32_t point : f.points)
      for (int axis = 0; axis < 3; ++axis)
        if (const std::optional<int> winding = winding_along(bodies, points, outer, point, axis)) return *winding > 0;
  return false;
}

}  // namespace impinge
