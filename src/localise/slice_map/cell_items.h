// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cull/overlap_region/overlap_region.h"
#include "localise/slice_map/cell_list.h"

namespace impinge {

/// Steps of the lattice of a CellItem in a cell of the region grid, as a power of two.
inline constexpr int kStepBits = 7;

/// The most faces of one call below.
inline constexpr std::size_t kMostCellItems = 4096;

/// The boxes of faces in steps of the lattice over the grid, and their slabs. Returns the sums of their extents on the three
/// axes.
std::array<std::uint64_t, 3> set_cell_items(const WorldObject& object, const RegionGrid& grid,
                                            std::span<const RegionFace> faces, CellItem* items, CellSlabs* slabs);

}  // namespace impinge
