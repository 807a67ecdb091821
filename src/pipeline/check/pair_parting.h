// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/overlap.h>
#include <impinge/scene.h>

#include "answer/body/body.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// An object of a scene, and the body it is where it stands.
struct PlacedBody {
  const SceneObject& object;
  const Body& body;
};

/// The least translation that parts two meshes whose insides overlap, verified by the exact check of the moved pair,
/// whichever of the two is moved. The solid is what they have in common. Nothing for open bodies, or where the check gives
/// up. Bodies swapped give the same but for its sign.
std::optional<LeastParting> find_least_parting(const PlacedBody& a, const PlacedBody& b, const OverlapSolid& solid,
                                               const PreparedShapes& shapes, const Control& control);

/// Fills in the least parting and the points to push at, from the solid; likewise.
void add_parting(const PlacedBody& a, const PlacedBody& b, const PreparedShapes& shapes, const Control& control,
                 Overlap& overlap);

}  // namespace impinge
