// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/mesh.h>

#include <vector>

namespace impinge::bench {

/// Two bodies with walls in one place, and what is true of them.
struct WallPair {
  const char* name;
  Mesh a, b;
  Verdict truth;
  bool face_pairs = true;  ///< false where all of them are too many to list
};

/// Spheres, plates and terrains with `squares` squares along an edge, fans with `strips` strips around a tip.
std::vector<WallPair> make_wall_pairs(int squares, int strips);

}  // namespace impinge::bench
