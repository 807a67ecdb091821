// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Along which direction to look at two bodies. The 1995 paper averages the normals of the largest walls of two boxes, which
// depends on the walls' signs; here signs never matter.

#include <impinge/engine.h>

#include "base/control.h"
#include "raster/view/raster_object.h"

namespace impinge {

class RasterDevice;

/// World boxes of the two bodies: the axis along which they share least, or lie farthest apart.
Vec3 direction_from_boxes(const Box& a, const Box& b);

/// The mean normal, free of signs, of the walls of the boxes that both bodies have in their own frames, each with its area:
/// what the 1995 paper averages. Zero where no direction stands out.
Vec3 direction_from_local_boxes(std::span<const RasterObject, 2> objects);

/// The direction that has the least mean slope against the faces in the region: the largest eigenvector of the sum of
/// area n n^T. Zero where there are no faces.
Vec3 direction_from_faces(std::span<const RasterObject> objects, const Box& region);

/// The same of the faces that bound the overlap on the lines of a coarse raster along a direction, each line counting with
/// the area of the face that it stands for: the item buffer of the 1995 paper. Zero where no line overlaps.
Vec3 direction_from_items(std::span<const RasterObject, 2> objects, const Vec3& along, const Control& control,
                          RasterDevice* device);

/// Throws Error (bad_argument) for a resolution or a count out of range, a direction without length, or DirectionRule::last
/// without a direction.
void require_view_options(const ViewOptions& options);

/// The directions to look along, the best first. `a_box` and `b_box` are the world boxes of the objects.
std::vector<ViewChoice> choose_views(std::span<const RasterObject, 2> objects, const Box& a_box, const Box& b_box,
                                     const ViewOptions& options, const Control& control, RasterDevice* device);

/// How steep the faces in the region are against a direction.
SlopeStats slope_stats(std::span<const RasterObject> objects, const Box& region, const Vec3& direction);

}  // namespace impinge
