// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region.h"

namespace impinge {

/// One of two objects whose vertices have been coded.
struct CodedObject {
  const WorldObject& object;
  std::span<CellCode> codes;
  std::span<const RegionFace> long_faces;  ///< those that reach over more than two cells on some axis
};

/// Marks as culled, by the top byte of the code, the vertices that are too far from the other object for a face of theirs to
/// meet it. A face that is not long meets the other object in the region only if none of its vertices is culled.
void cull_far_vertices(const RegionGrid& grid, const CodedObject& a, const CodedObject& b);

}  // namespace impinge
