// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Along which direction to look at two bodies. The 1995 paper averages the normals of the largest walls of two boxes, which
// depends on the walls' signs; here signs never matter.

#include <impinge/answer.h>

#include "localise/raster_object.h"

namespace impinge {

/// World boxes of the two bodies: the axis along which they share least, or lie farthest apart.
Vec3 direction_from_boxes(const Box& a, const Box& b);

/// The direction that has the least mean slope against the faces in the region: the largest eigenvector of the sum of
/// area n n^T. Zero where there are no faces.
Vec3 direction_from_faces(std::span<const RasterObject> objects, const Box& region);

/// How steep the faces in the region are against a direction.
SlopeStats slope_stats(std::span<const RasterObject> objects, const Box& region, const Vec3& direction);

}  // namespace impinge
