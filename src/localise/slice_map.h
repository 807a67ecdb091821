// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/control.h"
#include "cull/overlap_region.h"
#include "localise/candidate_limit.h"

namespace impinge {

/// Candidates of one object pair: every face pair that meets is among them (superset). Each once, in no particular order.
/// Throws Error (too_large) where there are more than the limit allows.
KeptVector<Candidate> slice_map(std::span<const WorldObject> world, const PairRegion& region, CandidateLimit& limit,
                                Control& control);

}  // namespace impinge
