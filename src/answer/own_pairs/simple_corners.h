// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "scene/world.h"

namespace impinge {

/// Corners around which the faces of an object lie side by side: seen along some axis they all turn alike and go round once.
/// Two faces with such a corner in common meet in nothing but what they share. Other corners may be as simple, seen from
/// elsewhere; those at the rim of an open object are none. What is returned may be given back to Lent.
std::vector<bool> simple_corners(const WorldObject& object);

/// Those that are surely simple, and stay so if each coordinate moves by up to `slack`, in the frame of the mesh.
std::vector<bool> steady_corners(const WorldObject& object, double slack);

}  // namespace impinge
