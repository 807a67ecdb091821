// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "base/control.h"
#include "cull/velocity_backface/velocity_backface.h"
#include "pairs/contact_query.h"
#include "pairs/object_pair.h"
#include "pipeline/sweep/sweep_shapes.h"

namespace impinge {

class RasterDevice;

/// velocity_backface for the queries of a step, one for each pair of objects that begin it apart: faces that cannot be where
/// a pair first touches, only of closed bodies that are proved to look outwards. The queries refer to `dropped` from then
/// on. Returns how many faces are kept. Rigid bodies are looked at by the device, if there is one.
std::uint64_t cull_queries(const Scene& scene, const SweptShapes& shapes, const std::vector<ObjectPair>& pairs,
                           std::vector<ContactQuery>& queries, std::vector<DroppedFaces>& dropped, CullStats& stats,
                           RasterDevice* device, Control& control);

}  // namespace impinge
