// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad/brute_boxes.h"
#include "cull/vertex_codes.h"
#include "scene/world.h"

namespace impinge {

/// A face whose box meets the region, with the lowest and highest cells of its corners.
struct RegionFace {
  std::uint32_t face;
  CellCode low, high;
};

/// The faces of one object that the region leaves.
struct RegionFaces {
  static constexpr std::size_t kBlock = 1024;

  struct Block {
    CellCode low, high;  ///< cells of all faces of the block, kept or not
  };

  std::vector<std::vector<RegionFace>> pieces;  ///< ascending, in the pieces that the threads worked on
  std::uint64_t count = 0;                      ///< faces in all pieces
  std::vector<RegionFace> long_faces;           ///< those of them that are long
  VertexCodes vertices;
  /// All faces that meet the region, near the other object or not, where they are few; elsewhere `blocks` has the cells of
  /// kBlock faces each, over all faces.
  std::vector<std::vector<std::uint32_t>> in_region;
  std::vector<Block> blocks;
};

/// The lowest and highest of each byte.
/// @{
inline CellCode byte_min(CellCode a, CellCode b) {
  CellCode r = 0;
  for (int k = 0; k < 32; k += 8) r |= std::min(a >> k & 255u, b >> k & 255u) << k;
  return r;
}
inline CellCode byte_max(CellCode a, CellCode b) {
  CellCode r = 0;
  for (int k = 0; k < 32; k += 8) r |= std::max(a >> k & 255u, b >> k & 255u) << k;
  return r;
}
/// @}

/// A face with its cells.
inline RegionFace region_face(const WorldObject& object, const CellCode* codes, std::uint32_t face) {
  const Face& f = object.faces[face];
  const CellCode a = codes[f[0]], b = codes[f[1]], c = codes[f[2]];
  return {face, byte_min(byte_min(a, b), c), byte_max(byte_max(a, b), c)};
}

/// Reaches over many cells on some axis.
inline bool is_long(const RegionFace& f) {
  for (int axis = 0; axis < 3; ++axis)
    if (cell_of(f.high, axis) - cell_of(f.low, axis) > RegionGrid::kLongest) return true;
  return false;
}

/// The common region of two objects whose boxes meet, and their faces there.
struct PairRegion {
  ObjectPair objects;
  RegionGrid grid;
  RegionFaces a, b;
};

/// From so many faces of two objects on, looking at vertices first saves more than its masks cost.
constexpr std::size_t kWorthCulling = 20000;

/// Keeps every face that meets the other object, and drops what lies outside the region or far from the other object's
/// vertices.
PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair,
                          std::size_t worth_culling = kWorthCulling);

/// For each object the faces in the regions it shares with its partners; ascending, each once.
std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs);

}  // namespace impinge
