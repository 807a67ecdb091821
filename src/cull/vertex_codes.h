// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cull/region_grid.h"
#include "scene/world.h"

namespace impinge {

/// What a grid makes of the vertices of an object. Vertices outside the grid are culled from the start.
struct VertexCodes {
  std::unique_ptr<CellCode[]> cells;
  /// A bit for each side of the region that the vertex lies beyond: low x, y, z, then high x, y, z.
  std::unique_ptr<std::uint8_t[]> beyond;
  /// Vertices inside the grid, ascending, in the pieces that the threads worked on.
  std::vector<std::vector<std::uint32_t>> inside;
};

VertexCodes encode_vertices(const WorldObject& object, const RegionGrid& grid);

}  // namespace impinge
