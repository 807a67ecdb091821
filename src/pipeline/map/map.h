// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// Engine::map, in the TBB arena of the caller: the exact verdict first, then the lines, then partings that are proved.
InterferenceMap run_map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options, ZlistForm form,
                        const PreparedShapes& shapes);

}  // namespace impinge
