// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "shape/make/make_surface.h"

namespace impinge::scenes {

/// Triangulates a flat polygon with holes by ear clipping, no vertex added: as many triangles as there are corners, two more
/// for each hole, less two. All rings run counter-clockwise seen from outside; `right` cross `up` points outwards. Cubic in
/// the number of corners, meant for a hundred at most. Throws Error (bad_mesh) where rings cross or touch.
void add_cap(SurfaceBuilder& surface, SurfaceBuilder::Ring outer, std::span<const std::vector<std::uint32_t>> holes,
             const Vec3& right, const Vec3& up);

}  // namespace impinge::scenes
