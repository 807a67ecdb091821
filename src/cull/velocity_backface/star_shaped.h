// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/motion/timeline.h"

namespace impinge {

/// True if no face shows its outer side to the centre: each ray from there only leaves a closed body, so that no winding
/// number is negative and every face at its outside looks outwards. Exact; holds for every convex body seen from within.
bool star_shaped(std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& centre);

/// True only if a deforming object is so during the whole step, seen from the middle of its box, which moves straight.
bool star_shaped(const ObjectStep& step, std::span<const Face> faces);

}  // namespace impinge
