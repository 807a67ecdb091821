// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The stages of the raster methods called in order: what pipeline.h is for face pairs.

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "answer/map/sampled_answer.h"

namespace impinge {

/// How a scene's object is drawn; `world` is where it stands.
RasterObject raster_object(const SceneObject& object, const WorldObject& world);

/// Engine::map.
InterferenceMap run_map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options, ZlistForm form,
                        RasterDevice* device);

/// Pairs of faces that share a cell of a conservative raster over the region of two objects.
std::vector<Candidate> certified_candidates(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                                            const CheckOptions& options, RasterDevice* device, Control& control);

/// The verdict at the lines of a raster.
SampledAnswer sampled_answer(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                             const CheckOptions& options, ZlistForm form, RasterDevice* device, Control& control);

/// Volume and depth of a pair that is not disjoint, and `touching` for an overlap within the tolerance.
void add_extent(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options, RasterDevice* device,
                PairAnswer& pair, Control& control);

}  // namespace impinge
