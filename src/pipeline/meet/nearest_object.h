// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>

#include <impinge/engine.h>

#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// The object of the scene nearest to this one, at most `limit` away, those of `moving` apart, to which it belongs; of
/// several as near the first by its id. Those whose balls are near are asked first, and others only while they may be
/// nearer than the best. Throws Error (unsupported) for an object without faces.
std::optional<NearestObject> nearest_object(const Scene& scene, const SceneObject& own, std::span<const ObjectId> moving,
                                            double limit, OpenBodies open, const PreparedShapes& shapes,
                                            const CancelCallback& is_cancelled = {});

}  // namespace impinge
