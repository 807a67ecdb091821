// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/box.h"
#include "shape/cluster_tree/cluster_tree_array.h"

namespace impinge {

/// The faces of a shape in the order in which consecutive ones lie together: what a cluster tree is laid out from.
struct ClusterOrder {
  /// Consecutive faces of the order, at most kMostFaces, sorted down to single clusters.
  struct Part {
    std::uint32_t first, count;
  };
  /// Up to eight children above the parts.
  struct Top {
    struct Child {
      bool is_part;
      std::uint32_t index;
    };
    std::vector<Child> children;
  };

  static constexpr std::uint32_t kMostFaces = 65536;

  ClusterArray<std::uint32_t> faces;
  std::vector<Part> parts;
  std::vector<Top> tops;  ///< the first is the root; empty where there is only one part
};

/// Splits at the median along the longest axis, again and again: coarsely by a grid of cells first, then exactly.
ClusterOrder order_faces(std::span<const Vec3> vertices, std::span<const Face> faces, const Box& box);

/// The box of all vertices, in parallel.
Box box_of_vertices(std::span<const Vec3> vertices);

/// How many clusters each child of a node over this many clusters gets (the last one the rest): a power of eight, so that
/// nodes are full.
inline std::uint32_t child_clusters(std::uint32_t clusters) {
  std::uint32_t each = 1;
  while (each * 8 < clusters) each *= 8;
  return each;
}

}  // namespace impinge
