// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// A mesh of which much is known: exactly two faces pass each edge, one in each direction; the faces of a shell lie together
/// and have corners of their own; every shell clearly encloses something and looks outwards, no vertex is unused, and no two
/// faces have the same corners.
struct ShellMesh {
  std::vector<Vec3> vertices;
  std::size_t distinct = 0;  ///< so many vertices, the first ones, differ from each other
  std::vector<Face> faces;
  std::vector<std::uint32_t> shell_faces;  ///< the first face of each shell
};

/// The same as Mesh(vertices, faces), sooner: the doctor looks only at what rounding may have done.
Mesh mesh_of_shells(ShellMesh&& mesh);

}  // namespace impinge
