// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region/overlap_region.h"
#include "pairs/candidates.h"

namespace impinge {

/// Candidates of one object pair: every face pair that meets is among them (superset). Each once, in no particular order.
/// Nothing where they would be far more than faces: detail that is small against the region, or long strips side by side,
/// which is work for a cluster tree.
std::optional<KeptVector<Candidate>> slice_map(std::span<const WorldObject> world, const PairRegion& region,
                                               Control& control);

}  // namespace impinge
