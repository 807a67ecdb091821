// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "scene/world.h"

namespace impinge {

/// A place where both objects have a corner. All faces around it meet there.
struct SharedCorner {
  std::uint32_t a, b;              ///< vertices
  std::uint64_t a_faces, b_faces;  ///< how many faces have the corner
};

/// All of them, by their coordinates.
std::vector<SharedCorner> shared_corners(const WorldObject& a, const WorldObject& b);

/// So many face pairs meet at least: those of faces around shared corners.
std::uint64_t least_contact_pairs(const WorldObject& a, const WorldObject& b);

}  // namespace impinge
