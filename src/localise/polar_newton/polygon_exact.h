// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

namespace impinge {

/// The last resort for polygons: as convex_exact, in the plane.
ConvexAnswer polygon_exact(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose);

}  // namespace impinge
