// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <vector>

#include "prepared_shapes.h"
#include "scene/swept_shape.h"

namespace impinge {

/// True if the object's motion changes its shape.
inline bool deforms(const SceneObject& object) { return object.motion && !object.motion->frames.empty(); }

/// What the objects of a motion need, one entry each: objects of one mesh share what is derived from it, and prepared shapes
/// bring it along. Objects that deform get owners alone: their shapes are those of each step. Returns how many differ.
std::uint64_t find_swept_shapes(const Scene& scene, const PreparedShapes& prepared,
                                std::vector<std::shared_ptr<const SweptShape>>& shapes,
                                std::vector<std::shared_ptr<const FeatureOwners>>& owners);

}  // namespace impinge
