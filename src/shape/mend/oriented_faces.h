// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Faces without what a dirty mesh has twice or the wrong way round.
struct OrientedFaces {
  std::vector<Face> faces;            ///< by corner; turned as their neighbours are, as far as edges of two faces tell
  std::vector<std::uint32_t> source;  ///< the face of the mesh that each is
  std::uint32_t flat = 0;             ///< faces left out because a corner repeats
  std::uint32_t doubled = 0;          ///< faces left out because another one has the same corners
  std::uint32_t turned = 0;           ///< faces that were turned round
};

/// Of faces with the same three corners one is kept, turned as most of them are; none where they cancel each other. Then
/// patches of faces that are connected by edges of two faces are turned alike, as the larger part of their area is.
/// `corners` names one vertex for each place, as MeshTopology::corners does.
OrientedFaces oriented_faces(std::span<const Vec3> vertices, std::span<const Face> corners);

}  // namespace impinge
