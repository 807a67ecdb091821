// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region/overlap_region.h"

namespace impinge {

/// Marks as culled, by the top byte of the code, the vertices of two objects that are far from all vertices of the other. A
/// face that is not long meets a face that is not long only if none of its vertices is culled.
void cull_far_vertices(const RegionGrid& grid, VertexCodes& a, VertexCodes& b);

/// Takes the culling back for vertices within a cell of another object's long faces; true if there are any. After that the
/// rule holds for faces that are not long against all faces.
bool revive_near_long_faces(const RegionGrid& grid, const WorldObject& other, std::span<const RegionFace> long_faces,
                            VertexCodes& vertices);

}  // namespace impinge
