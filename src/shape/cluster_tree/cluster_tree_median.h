// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>

#include "shape/cluster_tree/cluster_tree_array.h"

namespace impinge {

/// A point to be sorted: 21 bits for each axis.
struct FaceKey {
  std::uint64_t bits;
  std::uint32_t axis(int a) const { return static_cast<std::uint32_t>(bits >> (21 * a)) & 0x1fffff; }
};

/// Orders the faces of a part, at most 65536: medians along the longest axis, so that each cluster of 16 consecutive faces
/// lies together, and each eight of those, and so on as child_clusters says. Writes ids in that order. `room` is working
/// memory that may be used again.
void order_part(std::span<const FaceKey> keys, std::span<const std::uint32_t> ids, std::span<std::uint32_t> ordered,
                ClusterArray<std::int32_t>& room);

}  // namespace impinge
