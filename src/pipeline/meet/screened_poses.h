// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/engine.h>

#include "base/control.h"
#include "pipeline/meet/pose_screen.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// What distances prove of each pose of the moving objects, about all others of the scene; `open` is left to a search.
/// Empty where the poses are too few, the shapes not prepared, or open bodies in play. On all threads of the arena.
std::vector<PoseScreen::Answer> screened_poses(const Scene& scene, std::span<const ObjectId> moving,
                                               std::span<const Pose> poses, const PoseOptions& options,
                                               const PreparedShapes& shapes, Control& control);

}  // namespace impinge
