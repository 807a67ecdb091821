// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/world.h"

namespace impinge {

/// The tight box of all placed vertices; not finite if a coordinate overflowed.
Box world_box(const WorldObject& object);

/// The same on the calling thread alone.
Box world_box_here(const WorldObject& object);

}  // namespace impinge
