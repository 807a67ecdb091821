// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/engine.h>

#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// For each pose whether the moving objects, standing there, meet another one. One object takes the pose in place of its
/// own; of several each is moved by the pose from where it stands. Poses are asked in an order in which neighbours are
/// alike, so that what was found for one tells about the next; each answer is that of a single question.
std::vector<std::uint8_t> meet_pose_batch(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses,
                                          const PoseOptions& options, const PreparedShapes& shapes);

/// The same with the first other object that is hit, and the verdict.
std::vector<PoseAnswer> check_pose_batch(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses,
                                         const PoseOptions& options, const PreparedShapes& shapes);

}  // namespace impinge
