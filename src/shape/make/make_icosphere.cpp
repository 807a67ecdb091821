// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <cmath>
#include <map>
#include <utility>

#include <impinge/shapes.h>

#include "base/triangle.h"
#include "shape/make/generator.h"
#include "shape/make/make_surface.h"

namespace impinge {
namespace {

SurfaceBuilder make_icosahedron() {
  const double ratio = (1 + std::sqrt(5.0)) / 2;
  SurfaceBuilder surface;
  for (const double long_edge : {ratio, -ratio}) {
    for (const double short_edge : {1.0, -1.0}) {
      surface.add(Vec3(short_edge, long_edge, 0).normalized());
      surface.add(Vec3(0, short_edge, long_edge).normalized());
      surface.add(Vec3(long_edge, 0, short_edge).normalized());
    }
  }
  // Faces are the triples of vertices that are all nearest neighbours; the order makes them look outwards.
  const auto near = [&](std::uint32_t a, std::uint32_t b) { return surface.vertices[a].dot(surface.vertices[b]) > 0.4; };
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = a + 1; b < 12; ++b) {
      for (std::uint32_t c = b + 1; c < 12; ++c) {
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        const bool outwards = surface.vertices[a].dot(cross(surface.vertices[b], surface.vertices[c])) > 0;
        surface.triangle(a, outwards ? b : c, outwards ? c : b);
      }
    }
  }
  return surface;
}

void subdivide_onto_sphere(SurfaceBuilder& surface) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [entry, is_new] = middles.try_emplace(std::minmax(a, b), 0U);
    if (is_new) entry->second = surface.add((surface.vertices[a] + surface.vertices[b]).normalized());
    return entry->second;
  };
  for (const Face& face : std::exchange(surface.faces, {})) {
    const std::uint32_t ab = middle(face[0], face[1]), bc = middle(face[1], face[2]), ca = middle(face[2], face[0]);
    surface.triangle(face[0], ab, ca);
    surface.triangle(ab, face[1], bc);
    surface.triangle(ca, bc, face[2]);
    surface.triangle(ab, bc, ca);
  }
}

}  // namespace

Mesh make_icosphere(double radius, int level) {
  require_length("icosphere", "radius", radius);
  require_range("icosphere", "level", level, 0, 10);
  SurfaceBuilder surface = make_icosahedron();
  for (int i = 0; i < level; ++i) subdivide_onto_sphere(surface);
  return surface.build("icosphere", radius);
}

}  // namespace impinge
