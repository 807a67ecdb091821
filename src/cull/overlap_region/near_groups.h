// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region/vertex_codes.h"
#include "scene/face_groups.h"

namespace impinge {

/// For each group of FaceGroups::kFaces consecutive faces: 1 if one of them may meet the region, 0 if the boxes of their
/// vertices prove that none does. Sets the cells of all corners of the groups that may. Only after far blocks were left out.
std::vector<std::uint8_t> near_groups(const WorldObject& object, const RegionGrid& grid, VertexCodes& codes);

}  // namespace impinge
