// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/polygon/triangulate_polygon.h"

#include "shape/polygon/polygon_plane.h"

namespace impinge {
namespace {

bool runs_up(const PlanePoint& a, const PlanePoint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Every corner turns left, and all of them together turn once.
bool is_convex(std::span<const PlanePoint> points) {
  const std::size_t n = points.size();
  PlanePoint a = points[n - 2], b = points[n - 1];
  int bends = 0;
  for (const PlanePoint& c : points) {
    if (turn(a, b, c) <= 0) return false;
    bends += int{runs_up(a, b) != runs_up(b, c)};
    a = b;
    b = c;
  }
  return bends == 2;
}

}  // namespace

PolygonTriangulator::Result PolygonTriangulator::triangulate(std::span<const Vec3> vertices,
                                                             std::span<const std::uint32_t> corners,
                                                             std::span<Face> triangles) {
  const PolygonView view = view_polygon(vertices, corners);
  points_.clear();
  for (const std::uint32_t c : corners) points_.push_back(view(vertices[c]));
  if (is_convex(points_)) return {Clipped::simple, view.off_plane};
  const Clipped clipped = clipper_.clip(points_, triangles);
  if (clipped == Clipped::too_long) return {clipped, view.off_plane};
  for (Face& face : triangles)
    for (std::uint32_t& corner : face) corner = corners[corner];
  return {clipped, view.off_plane};
}

}  // namespace impinge
