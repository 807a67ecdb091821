// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region.h"

namespace impinge {

/// What the kernel of overlap_region writes; both arrays have room for all faces of the block and one vector more.
struct SelectedFaces {
  RegionFace *kept, *longer;
  size_t kept_count, longer_count;
  RegionFaces::Block block;
};

}  // namespace impinge
