// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/world.h"

namespace impinge {

/// True if some ray from a point inside a face of a prepared object, off the face's plane, is proved to meet no other face,
/// not even at its start. Where the object is closed the winding number is then 0 on one side of the face at that point, and
/// not on the other. False means nothing. The point may be off by `error` on each axis.
bool has_clear_ray(const WorldObject& object, std::uint32_t face, const Vec3& point, double error);

}  // namespace impinge
