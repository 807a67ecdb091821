// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/make_surface.h"

#include <string>
#include <utility>

namespace impinge {

void SurfaceBuilder::fan(std::uint32_t apex, std::span<const std::uint32_t> ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) triangle(apex, ring[i], ring[(i + 1) % ring.size()]);
}

void SurfaceBuilder::band(std::span<const std::uint32_t> lower, std::span<const std::uint32_t> upper) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::size_t next = (i + 1) % lower.size();
    quad(lower[i], lower[next], upper[next], upper[i]);
  }
}

Mesh SurfaceBuilder::build(std::string_view origin) {
  return Mesh(std::exchange(vertices, {}), std::exchange(faces, {}), std::string(origin));
}

}  // namespace impinge
