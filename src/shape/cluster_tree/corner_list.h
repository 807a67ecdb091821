// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// The vertices of a cluster, each once, and which of them the corners are. Sixteen faces that lie together have some
/// fifteen vertices and not forty-eight, and need not be read themselves. Two cache lines.
struct CornerList {
  static constexpr std::uint32_t kMost = 19;

  std::uint32_t vertices[kMost];                 ///< corner 0 of the first face comes first; the last one repeats
  std::uint32_t count;                           ///< 0 if there are more than fit
  std::uint8_t corners[3][FaceCluster::kFaces];  ///< corner k of face i at [k][i], as a place in `vertices`
};
static_assert(sizeof(CornerList) == 128);

CornerList corner_list(const FaceCluster& cluster, std::span<const Face> faces);

}  // namespace impinge
