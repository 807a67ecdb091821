// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cull/overlap_region/vertex_codes.h"
#include "pairs/object_pair.h"
#include "scene/face_groups.h"
#include "scene/world.h"

namespace impinge {

/// A face whose box meets the region, with the lowest and highest cells of its corners.
struct RegionFace {
  std::uint32_t face;
  CellCode low, high;
};

/// Faces in the pieces that the threads worked on.
using FacePieces = std::vector<KeptVector<RegionFace>>;

/// The faces of one object that the region leaves.
struct RegionFaces {
  static constexpr std::size_t kBlock = 256;
  static_assert(kBlock % FaceGroups::kFaces == 0);

  struct Block {
    CellCode low = ~CellCode{0}, high = 0;  ///< cells of all faces in the near groups of the block, kept or not
  };

  FacePieces pieces;                  ///< ascending
  std::uint64_t count = 0;            ///< faces in all pieces
  KeptVector<RegionFace> long_faces;  ///< those of them that are long
  VertexCodes vertices;
  /// 1 for each group of faces (FaceGroups) that may meet the region, near the other object or not. Empty if all may.
  std::vector<std::uint8_t> near_groups;
  std::vector<Block> blocks;  ///< of kBlock faces each

  /// Calls visit(begin, end) for the rows of faces of a block, of n faces in all, that lie in near groups.
  template <typename Visit>
  void each_row(std::size_t block, std::size_t n, const Visit& visit) const {
    const std::size_t end = std::min(n, (block + 1) * kBlock);
    std::size_t begin = block * kBlock;
    if (near_groups.empty()) return visit(begin, end);
    const auto near = [&](std::size_t face) { return near_groups[face / FaceGroups::kFaces] != 0; };
    while (begin < end) {
      std::size_t next = begin + FaceGroups::kFaces;
      while (next < end && near(next) == near(begin)) next += FaceGroups::kFaces;
      if (near(begin)) visit(begin, std::min(next, end));
      begin = next;
    }
  }
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

/// Reaches over more cells than most faces do.
inline bool is_long(const RegionFace& f, const RegionGrid& grid) {
  for (int axis = 0; axis < 3; ++axis)
    if (cell_of(f.high, axis) - cell_of(f.low, axis) > grid.longest(axis)) return true;
  return false;
}

/// The common region of two objects whose boxes meet, and their faces there.
struct PairRegion {
  ObjectPair objects;
  RegionGrid grid;
  RegionFaces a, b;
};

/// With at least this many faces in two objects, looking at vertices first saves more than its masks cost.
constexpr std::size_t kWorthCulling = 20000;

/// Keeps every face that meets the other object, and drops what lies outside the region or far from the other object's
/// vertices.
PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair,
                          std::size_t worth_culling = kWorthCulling);

/// For each object the faces in the regions it shares with its partners; ascending, each once.
std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs);

}  // namespace impinge
