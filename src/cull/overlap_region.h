// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad/brute_boxes.h"
#include "cull/region_grid.h"
#include "scene/world.h"

namespace impinge {

/// A face whose box meets the region, with the lowest and highest cells of its corners.
struct RegionFace {
  std::uint32_t face;
  CellCode low, high;
};

/// Ascending faces of one object, in the pieces that the threads worked on.
struct RegionFaces {
  std::vector<std::vector<RegionFace>> pieces;
  std::uint64_t count = 0;
};

/// The faces of an object whose boxes meet the region: every face that meets something in it.
RegionFaces overlap_region(const WorldObject& object, const RegionGrid& grid);

/// The common region of two objects whose boxes meet, and their faces there.
struct PairRegion {
  ObjectPair objects;
  RegionGrid grid;
  RegionFaces a, b;
};

PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair);

/// For each object the faces in the regions it shares with its partners; ascending, each once.
std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs);

}  // namespace impinge
