// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What a check asks of the raster methods, their stages called in order.

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "answer/map/sampled_answer.h"

namespace impinge {

/// How a scene's object is drawn; `world` is where it stands.
RasterObject raster_object(const SceneObject& object, const WorldObject& world);

/// Pairs of faces that share a cell of a conservative raster over the region of two objects.
std::vector<Candidate> certified_candidates(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                                            const CheckOptions& options, RasterDevice* device, Control& control);

/// The verdict at the lines of a raster.
SampledAnswer sampled_answer(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                             const CheckOptions& options, ZlistForm form, RasterDevice* device, Control& control);

/// Adds volume and depth to a pair that overlaps. Gives the directions looked along, none where there is no overlap of
/// closed bodies.
std::vector<Vec3> add_extent(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options,
                             RasterDevice* device, PairAnswer& pair, Control& control);

}  // namespace impinge
