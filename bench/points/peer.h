// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include <functional>
#include <span>
#include <vector>

namespace impinge::bench {

/// How another library finds the distance of a point, without a sign; its tree is built before. One thread.
using PointPeer = std::function<double(const Vec3& point)>;

/// CGAL's AABB tree with its hints, in doubles. The mesh must outlive it.
PointPeer cgal_points(const Mesh& mesh);

/// Embree's point query with its best tree, faces measured in doubles; the search itself is in floats.
PointPeer embree_points(const Mesh& mesh);

}  // namespace impinge::bench
