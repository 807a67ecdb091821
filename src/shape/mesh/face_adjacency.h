// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

struct MeshTopology;

/// Which face lies across each edge of each face. Faces that name a corner twice take no part.
class FaceAdjacency {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  FaceAdjacency(std::span<const Face> faces, const MeshTopology& topology);

  /// The face beyond edge i (from corner i to i + 1) of a face; kNone unless exactly two faces pass the edge.
  std::uint32_t across(std::uint32_t face, std::size_t i) const { return across_[face][i]; }

  /// The faces at an edge that not exactly two pass, by its corners; empty for others.
  std::vector<std::uint32_t> crowd(std::uint32_t p, std::uint32_t q) const;

  /// True if exactly two faces pass every edge.
  bool is_manifold() const { return crowded_.empty(); }

  /// Faces connected by across() are a sheet.
  std::uint32_t sheet(std::uint32_t face) const { return sheet_[face]; }
  /// The lowest face of each sheet.
  std::span<const std::uint32_t> sheet_faces() const { return sheet_faces_; }

 private:
  struct Use {
    std::uint64_t edge;
    std::uint32_t face;
  };
  void find_sheets();

  std::vector<std::array<std::uint32_t, 3>> across_;
  std::vector<Use> crowded_;  // by edge, then face
  std::vector<std::uint32_t> sheet_, sheet_faces_;
};

/// That of a topology, made when first asked for and kept with it.
const FaceAdjacency& adjacency_of(std::span<const Face> faces, const MeshTopology& topology);

}  // namespace impinge
