// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "pipeline/check/check_context.h"

namespace impinge {

/// Adds volume and depth to a pair that overlaps: from the exact solid where that is there or expected to cost less than a
/// map, else from a map. Gives the directions looked along, none where there is no overlap of closed bodies.
std::vector<Vec3> add_pair_extent(CheckContext& run, PairAnswer& pair);

}  // namespace impinge
