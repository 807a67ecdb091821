// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What a check asks of the raster methods, their stages called in order.

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "answer/sampled/sampled_answer.h"

namespace impinge {

/// How a scene's object is drawn; `world` is where it stands.
RasterObject raster_object(const SceneObject& object, const WorldObject& world);

/// Where lines found no overlap, and one of the two is a mesh without an exact inside: what its winding numbers tell, at the
/// other mesh or at points of the other shape, as in a check.
void judge_open(const RasterObject& a, const RasterObject& b, PairAnswer& answer, Control& control);

/// Pairs of faces that share a cell of a conservative raster over the region of two objects.
std::vector<Candidate> certified_candidates(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                                            const CheckOptions& options, RasterDevice* device, Control& control);

/// The verdict at the lines of a raster.
SampledAnswer sampled_answer(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                             const CheckOptions& options, const Experiments& ways, RasterDevice* device, KeptDepthMaps* kept,
                             Control& control);

/// The same for all pairs at once, at the lines of one raster around all that they share: each object is drawn once.
std::vector<SampledAnswer> sampled_answers(const Scene& scene, std::span<const WorldObject> world,
                                           std::span<const ObjectPair> pairs, const CheckOptions& options, ZlistForm form,
                                           RasterDevice* device, Control& control);

/// Lines along the longer side of a map for volume and depth, unless another number is asked for.
inline constexpr int kExtentResolution = 256;

/// The directions along which the depth of an overlap is looked for; none where there is no overlap of closed bodies.
std::vector<Vec3> extent_directions(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options,
                                    const PairAnswer& pair);

/// Adds volume and depth to a pair that overlaps, from maps along these directions; false if bounds stay wider than asked.
bool add_extent(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options,
                std::span<const Vec3> directions, RasterDevice* device, PairAnswer& pair, Control& control);

}  // namespace impinge
