// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

namespace impinge {

/// The last resort: whether two placed polytopes meet, in exact arithmetic from beginning to end, with a certificate of
/// point pairs. Some ten to thirty exact supports through the vertex maps, whatever the size of the bodies.
ConvexAnswer convex_exact(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose);

}  // namespace impinge
