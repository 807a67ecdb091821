// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include <optional>

namespace impinge::bench {

/// What another library makes of the same question.
struct PeerSolid {
  double ms = 0;
  double volume = 0;
};

/// CGAL's corefinement in its exact kernel for constructions that are rounded; nothing where it was not there to build, or
/// refuses bodies that meet themselves.
/// Making its meshes is not counted.
std::optional<PeerSolid> cgal_intersection(const Mesh& a, const Mesh& b);

}  // namespace impinge::bench
