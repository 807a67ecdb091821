// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include "base/kept_memory.h"
#include "cull/overlap_region/region_grid.h"
#include "scene/world.h"

namespace impinge {

/// What a grid makes of the vertices of an object. Vertices outside the grid are culled from the start.
struct VertexCodes {
  /// A bit for each side of the grid that a block of vertices (VertexBoxes) lies beyond as a whole: low x, y, z, then high
  /// x, y, z. The cells of such a block are not set. Empty if all vertices were looked at.
  std::vector<std::uint8_t> far_blocks;
  KeptVector<CellCode> cells;
  /// Vertices inside the grid, ascending, in the pieces that the threads worked on.
  std::vector<KeptVector<std::uint32_t>> inside;
};

/// With `skip_far`, blocks outside the grid are left out; the object's boxes tell which.
VertexCodes encode_vertices(const WorldObject& object, const RegionGrid& grid, bool skip_far);

/// Sets the cells of a block that was left out.
void encode_far_block(const WorldObject& object, const RegionGrid& grid, std::size_t block, VertexCodes& codes);

}  // namespace impinge
