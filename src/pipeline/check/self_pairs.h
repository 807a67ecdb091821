// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "pipeline/check/check_context.h"

namespace impinge {

/// The objects that are checked with themselves, ascending. Throws Error (bad_argument) for one that is not in the scene.
std::vector<std::uint32_t> asked_for_self(const CheckContext& run);

/// Face pairs of an object, with faces, that meet beyond what neighbours share, ordered: by its cluster tree, or by
/// face_octree where that, or a level of it, is asked for. `share_after` is of the progress.
std::vector<FacePair> find_self_pairs(CheckContext& run, std::uint32_t object, double share_after);

}  // namespace impinge
