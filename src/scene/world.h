// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/scene.h>

#include "base/box.h"
#include "shape/mesh_data.h"

namespace impinge {

/// An object where it stands: the one geometry that all stages and answers refer to.
struct WorldObject {
  std::span<const Vec3> vertices;  ///< world coordinates
  std::span<const Face> faces;
  const MeshTopology* topology = nullptr;
  Box box;
  std::vector<Vec3> placed;  ///< storage for vertices where the pose is not the identity

  Triangle triangle(std::uint32_t face) const { return triangle_of(vertices, faces[face]); }
  bool closed() const { return topology->report.closed; }
};

/// World coordinates and boxes of all objects. Objects that stand in their own frame are not copied.
/// Throws Error (bad_scene) where a coordinate overflows.
std::vector<WorldObject> place(const Scene& scene);

}  // namespace impinge
