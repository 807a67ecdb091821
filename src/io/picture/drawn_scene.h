// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

namespace impinge {

/// The scene with triangles in place of simple solids, by the same ids: for pictures alone. Of a half-space a slab as wide
/// as all the rest. `segments` are those of round ones, all around.
Scene drawn_scene(const Scene& scene, int segments = 48);

}  // namespace impinge
