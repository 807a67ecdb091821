// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region/overlap_region.h"
#include "pairs/candidates.h"
#include "scene/world.h"

namespace impinge {

/// All pairs of a face of a and a face of b that meet in the region, and others whose boxes and slabs meet. Each once, in no
/// particular order. Nothing where they are far more than the faces.
std::optional<KeptVector<Candidate>> cell_pairs(const ObjectPair& objects, const WorldObject& a, const FacePieces& a_faces,
                                                const WorldObject& b, const FacePieces& b_faces, const RegionGrid& grid,
                                                Control& control);

}  // namespace impinge
