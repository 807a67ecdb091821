// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/cluster_tree/corner_list.h"

#include <algorithm>

namespace impinge {

CornerList corner_list(const FaceCluster& cluster, std::span<const Face> faces) {
  CornerList list{};
  for (std::uint32_t i = 0; i < FaceCluster::kFaces; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = faces[cluster.faces[i]][k];
      std::uint32_t* const end = list.vertices + list.count;
      std::uint32_t* const found = std::find(list.vertices, end, vertex);
      if (found == end && list.count == CornerList::kMost) return {};
      if (found == end) list.vertices[list.count++] = vertex;
      list.corners[k][i] = static_cast<std::uint8_t>(found - list.vertices);
    }
  std::fill(list.vertices + list.count, list.vertices + CornerList::kMost, list.vertices[list.count - 1]);
  return list;
}

}  // namespace impinge
