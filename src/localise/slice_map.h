// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region.h"
#include "localise/candidates.h"

namespace impinge {

/// Candidates of one object pair: every face pair that meets is among them (superset). Each once, in no particular order.
std::vector<Candidate> slice_map(std::span<const WorldObject> world, const PairRegion& region, Control& control);

}  // namespace impinge
