// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

namespace impinge::test {

/// The volume that two convex meshes have in common, in long doubles. No face of one lies on a face of the other.
double clipped_volume(const Mesh& a, const Mesh& b);

}  // namespace impinge::test
