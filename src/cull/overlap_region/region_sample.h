// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "scene/world.h"

namespace impinge {

/// What some of an object's faces, spread evenly over their array, tell of all of them. For choosing, never for deciding.
struct RegionSample {
  double extent;  ///< longest box edge that nearly all faces keep within, with room to spare
  double share;   ///< of faces whose boxes meet the region
};

RegionSample sample_region(const WorldObject& object, const Box& region);

}  // namespace impinge
