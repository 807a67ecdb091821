// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/make/make_surface.h"

#include <string>
#include <utility>

#include "shape/make/make_angle.h"

namespace impinge {

void SurfaceBuilder::fan(std::uint32_t apex, Ring ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) triangle(apex, ring[i], ring[(i + 1) % ring.size()]);
}

void SurfaceBuilder::band(Ring lower, Ring upper) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::size_t next = (i + 1) % lower.size();
    quad(lower[i], lower[next], upper[next], upper[i]);
  }
}

void SurfaceBuilder::globe(std::uint32_t south, std::span<const std::vector<std::uint32_t>> rings, std::uint32_t north) {
  fan(south, reversed(rings.front()));
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) band(rings[i], rings[i + 1]);
  fan(north, rings.back());
}

Mesh SurfaceBuilder::build(std::string_view origin, double scale) {
  for (Vec3& vertex : vertices) vertex *= scale;
  return Mesh(std::exchange(vertices, {}), std::exchange(faces, {}), std::string(origin));
}

std::vector<std::uint32_t> reversed(SurfaceBuilder::Ring ring) { return {ring.rbegin(), ring.rend()}; }

SurfaceBuilder make_star_globe(int stacks, int slices, const std::function<double(const Vec3&, std::uint32_t)>& radius) {
  SurfaceBuilder surface;
  const auto add = [&](const Vec3& direction) {
    return surface.add(radius(direction, static_cast<std::uint32_t>(surface.vertices.size())) * direction);
  };
  const std::uint32_t south = add({0, 0, -1});
  std::vector<std::vector<std::uint32_t>> rings(stacks - 1);
  for (int stack = 1; stack < stacks; ++stack) {
    const Angle latitude = turn(2 * stack - stacks, 4 * stacks);
    for (int slice = 0; slice < slices; ++slice) {
      const Angle longitude = turn(slice, slices);
      rings[stack - 1].push_back(add({latitude.cos * longitude.cos, latitude.cos * longitude.sin, latitude.sin}));
    }
  }
  const std::uint32_t north = add({0, 0, 1});
  surface.globe(south, rings, north);
  return surface;
}

}  // namespace impinge
