// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "shape/cluster_tree/cluster_tree.h"
#include "shape/cluster_tree/corner_list.h"

namespace impinge {

/// Where the corners of clusters come from: vertices, faces and the frame of the tree.
struct CornerSource {
  std::span<const Vec3> vertices;
  std::span<const Face> faces;
  Vec3 origin;
  double per_unit;
};

/// Box and slab of a cluster in tree coordinates, rounding included; as in ClusterNode, but in doubles.
struct ClusterBounds {
  double centre[3], half[3];
  double normal[3], mid, thick;
};

/// Sets corners, centre and scale of a cluster whose faces are known, and adds its vertices to the box. A list says the same
/// as the faces, and is read faster; there may be none.
using SetCorners = ClusterBounds (*)(const CornerSource& source, const CornerList* list, FaceCluster& cluster, Box& box);

/// The function for this machine.
SetCorners corner_setter();

}  // namespace impinge
