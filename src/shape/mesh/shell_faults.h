// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "shape/mesh/mesh_data.h"

namespace impinge {

/// True if shells of the mesh may cancel each other: cheap, and no fault is missed where shells share no corner.
bool may_cancel(const MeshTopology& topology, std::span<const Vec3> vertices, std::span<const Face> faces);

/// Looks for shells that cancel others, where winding numbers are 0 though a solid was meant: the backs of two-sided walls,
/// and closed shells that are inside out and lie in no other. Writes counts to the report, and what mends them.
void find_shell_faults(MeshTopology& topology, std::span<const Vec3> vertices, std::span<const Face> faces);

}  // namespace impinge
