// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "scene/face_tree.h"

namespace impinge {

/// A box along the mean normal of the faces it holds, so that it is thin where they are a flat patch.
struct OrientedBox {
  Vec3 axis[3];  ///< orthonormal but for rounding; the first is the normal
  Vec3 centre;
  Vec3 half;  ///< along the axes; none where half.x() < 0: the faces look in too many directions
};

/// One for each node of the tree.
std::vector<OrientedBox> oriented_boxes(const FaceTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces,
                                        const Control* control = nullptr);

}  // namespace impinge
