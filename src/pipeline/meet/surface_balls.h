// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// A tree of balls in local coordinates that hold the surface of a prepared shape: those below a ball hold what it holds.
struct SurfaceBall {
  Vec3 middle = Vec3::Zero();
  Vec3 corner = Vec3::Zero();  ///< a point of the surface, near the middle
  double radius = 0;
  std::uint32_t first = 0, count = 0;  ///< the balls below; none at the ends
};

/// The first one holds all. Ends have a radius of about `finest` where the faces are that small.
std::vector<SurfaceBall> surface_balls(const ClusterTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces,
                                       double finest);

}  // namespace impinge
