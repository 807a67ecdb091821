// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "pipeline/check/check_context.h"
#include "pipeline/overlap/find_overlap.h"

namespace impinge {

/// Throws Error (too_large) that names the two for more than kMostOverlapPairs.
void require_overlap_pairs(std::uint64_t count, const std::string& a, const std::string& b);

/// Fills in what is asked for about the overlap of a pair of meshes that meet; false, and nothing else, for other pairs.
/// Throws Error (too_large) for too many face pairs, or too little memory.
bool add_overlap(CheckContext& run, PairAnswer& pair);

}  // namespace impinge
