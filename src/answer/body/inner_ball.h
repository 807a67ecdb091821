// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// How large a ball around the origin of the shape's tree lies inside the shape; 0 if the origin does not, or the shape is
/// open. Reads all faces.
double inner_radius(const Mesh& mesh, const ClusterTree& tree);

}  // namespace impinge
