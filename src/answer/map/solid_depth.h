// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/overlap.h>

#include "base/control.h"

namespace impinge {

/// The longest stretch of a line along the direction, any length but zero, that lies in the solid. The bounds hold but for
/// the rounding of the solid's points and are mostly closer than 1e-4 of the depth.
Bounded solid_depth(const OverlapSolid& solid, const Vec3& direction, const Control& control);

}  // namespace impinge
