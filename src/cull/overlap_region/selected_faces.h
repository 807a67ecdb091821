// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region/overlap_region.h"

namespace impinge {

/// What the kernel of overlap_region writes; both arrays have room for all faces of the piece and one vector more.
struct SelectedFaces {
  RegionFace *kept, *longer;
  CellCode dead;  ///< top byte of codes of faces that are dropped; none has all bits set
  size_t kept_count = 0, longer_count = 0;
  RegionFaces::Block block{};
};

}  // namespace impinge
