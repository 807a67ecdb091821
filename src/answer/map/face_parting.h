// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/control.h"
#include "scene/world.h"

namespace impinge {

/// How far b must be moved along a direction until it lies behind a on every line, from the faces themselves: within the
/// rounding of doubles, but no proof. Lines have found nearly `about`; where faces find less, that is returned.
double face_parting(const WorldObject& a, const WorldObject& b, const Vec3& direction, double about, const Control& control);

}  // namespace impinge
