// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "localise/swept/swept_pairs.h"

namespace impinge {

struct ShapeOctree;

/// Every face pair of two objects that may come into contact between two moments of a step (superset), as swept_pairs, by an
/// octree over the swept boxes of the faces that reach into the region both bodies' swept boxes share: chapter 4 of the
/// report. Part 0 alone is handed over.
std::size_t swept_octree_pairs(const SweptObject& a, const SweptObject& b, double from, double until, std::size_t batch,
                               Control& control, const CandidateSink& sink);

/// The same by the voxels of the shapes' own octrees, swept: chapter 1 of the report. Faces are those of voxels whose swept
/// boxes share a voxel of the world. Both objects are rigid.
std::size_t swept_voxel_pairs(const SweptObject& a, const ShapeOctree& a_octree, const SweptObject& b,
                              const ShapeOctree& b_octree, double from, double until, std::size_t batch, Control& control,
                              const CandidateSink& sink);

}  // namespace impinge
