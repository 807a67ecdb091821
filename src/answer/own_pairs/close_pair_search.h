// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/box.h"
#include "base/control.h"
#include "shape/cluster_tree/cluster_tree.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

/// Two faces of one mesh, the lower first.
using OwnPair = std::array<std::uint32_t, 2>;

/// A mesh, or some of its faces, and a tree over them.
struct ClusteredFaces {
  std::span<const Vec3> vertices;
  std::span<const Face> faces;
  const MeshTopology& topology;
  const ClusterTree& tree;
  /// By corner, see steady_corners(): faces with one in common are not told. Null if none is known.
  const std::vector<bool>* simple = nullptr;
};

struct ClosePairFinds {
  std::vector<OwnPair> pairs;  ///< ascending
  std::uint64_t faces = 0;     ///< so many were looked at
};

/// All pairs of faces that may meet beyond the corners they share if their corners move by up to `slack` on each axis; those
/// with both faces in the box, maybe others. Throws Error (too_large) for more than memory may hold.
ClosePairFinds find_close_pairs(const ClusteredFaces& mesh, const Box& box, double slack, Control& control);

}  // namespace impinge
