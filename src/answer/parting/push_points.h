// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/overlap.h>

#include "answer/body/body.h"

namespace impinge {

/// Up to four points for each lump, where the overlap is wide and not shallow, by lump. The normal of a lump is the mean of
/// a's surface in it, or `way_out` where that has none. What is chosen depends on the lump alone and not on how it was cut,
/// so that points stay while bodies slide.
std::vector<PushPoint> push_points(const Body& a, const OverlapSolid& solid, const Vec3& way_out);

}  // namespace impinge
