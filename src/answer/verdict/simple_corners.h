// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "scene/world.h"

namespace impinge {

/// Corners of a closed object around which its faces lie side by side: seen along some axis they all turn alike and go
/// round once. Two faces with such a corner in common meet in nothing but what they share. Other corners may be as simple,
/// seen from elsewhere.
std::vector<bool> simple_corners(const WorldObject& object);

}  // namespace impinge
