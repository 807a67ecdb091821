// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/mend/planar_fill.h"

#include <algorithm>

#include "base/box.h"
#include "base/predicates.h"
#include "shape/polygon/polygon_plane.h"
#include "shape/polygon/triangulate_polygon.h"

namespace impinge {

namespace {

using Rim = std::vector<std::uint32_t>;

bool planar(std::span<const Vec3> vertices, const Rim& rim) { return view_polygon(vertices, rim).off_plane == 0; }

// The point lies in the polygon, both seen in the same two coordinates: by the edges on one side of it.
bool encloses(const PolygonView& view, std::span<const Vec3> vertices, const Rim& rim, const Vec3& point) {
  const PlanePoint p = view(point);
  bool inside = false;
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const PlanePoint a = view(vertices[rim[i]]), b = view(vertices[rim[(i + 1) % rim.size()]]);
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if ((turn(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

Box box_of(std::span<const Vec3> vertices, const Rim& rim) {
  Box box;
  for (const std::uint32_t c : rim) box.add(vertices[c]);
  return box;
}

// Rims in one plane, the second within the first: the hole has an island.
bool holds(std::span<const Vec3> vertices, const Rim& outer, const Rim& inner) {
  Rim both = outer;
  both.insert(both.end(), inner.begin(), inner.end());
  return planar(vertices, both) && encloses(view_polygon(vertices, outer), vertices, outer, vertices[inner.front()]);
}

std::vector<Face> fill(std::span<const Vec3> vertices, const Rim& rim, PolygonTriangulator& triangulator) {
  std::vector<Face> faces;
  for (std::size_t i = 1; i + 1 < rim.size(); ++i) faces.push_back({rim[0], rim[i], rim[i + 1]});
  if (rim.size() > 3) {
    const PolygonTriangulator::Result result = triangulator.triangulate(vertices, rim, faces);
    if (result.clipped != Clipped::simple || result.off_plane > 0) return {};
  }
  const bool flat =
      std::any_of(faces.begin(), faces.end(), [&](const Face& f) { return degenerate(triangle_of(vertices, f)); });
  return flat ? std::vector<Face>() : faces;
}

}  // namespace

std::vector<std::vector<Face>> planar_fills(std::span<const Vec3> vertices, std::span<const Rim> rims) {
  std::vector<Box> boxes;
  for (const Rim& rim : rims) boxes.push_back(box_of(vertices, rim));
  std::vector<bool> nested(rims.size(), false);
  for (std::size_t i = 0; i < rims.size(); ++i)
    for (std::size_t j = 0; j < rims.size(); ++j)
      if (i != j && boxes_meet(boxes[i], boxes[j]) && holds(vertices, rims[i], rims[j])) nested[i] = nested[j] = true;
  std::vector<std::vector<Face>> fills(rims.size());
  PolygonTriangulator triangulator;
  for (std::size_t i = 0; i < rims.size(); ++i)
    if (!nested[i]) fills[i] = fill(vertices, rims[i], triangulator);
  return fills;
}

}  // namespace impinge
