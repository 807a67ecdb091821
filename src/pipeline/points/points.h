// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// Engine::points and Engine::rays, on all threads of the arena.
PointAnswers run_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                        const PreparedShapes& shapes);
RayAnswers run_rays(const SceneObject& object, std::span<const Ray> rays, const RayOptions& options,
                    const PreparedShapes& shapes);

/// The same about points of an object that is no mesh: by lines through each point.
PointAnswers run_sampled_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                                Control& control);

/// The same about points of an object that is a simple solid: by its closed form.
PointAnswers run_solid_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                              Control& control);

/// Room for what is asked about points of an object without faces.
PointAnswers answers_without_faces(std::size_t count, const PointOptions& options);

}  // namespace impinge
