// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>
#include <impinge/scene.h>

#include <cstdint>

namespace impinge::bench::papers {

/// The conventional program that the papers compare with, after Boyse 1979: every edge of each body against every face of
/// the other, in doubles.
struct PolygonEdge {
  std::uint64_t tests = 0, pierced = 0;  ///< edges against faces; those where the edge goes through the face
};
PolygonEdge polygon_edge(const Mesh& a, const Pose& a_pose, const Mesh& b, const Pose& b_pose);

}  // namespace impinge::bench::papers
