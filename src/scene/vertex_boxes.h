// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/world.h"

namespace impinge {

/// Tight boxes of placed vertices. Meshes mostly number neighbours in a row, so a block is a small patch, and the far ones
/// need no second look.
struct VertexBoxes {
  static constexpr std::size_t kBlock = 128;  ///< consecutive vertices

  Box all;                  ///< not finite if a coordinate overflowed
  std::vector<Box> blocks;  ///< of kBlock vertices each, the last of what is left
};

VertexBoxes vertex_boxes(const WorldObject& object);

/// The same on the calling thread only.
VertexBoxes vertex_boxes_here(const WorldObject& object);

}  // namespace impinge
