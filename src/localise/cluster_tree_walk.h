// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/world.h"
#include "shape/cluster_tree.h"

namespace impinge {

/// Calls visit(face) for the faces of all clusters of a prepared object whose world boxes, and those above, satisfy
/// keep(box). Boxes contain the world coordinates of their faces, rounding included.
template <typename Keep, typename Visit>
void walk_clusters(const WorldObject& object, const Keep& keep, const Visit& visit);

}  // namespace impinge
