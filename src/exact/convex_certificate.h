// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

#include "base/exact_vec.h"

namespace impinge {

/// A point of a body as certificates name it: a vertex, the inner point, or half-way to a vertex; turned by the pose's
/// rotation, not moved.
ExactVec certificate_point(const ConvexBody& body, const Pose& pose, std::uint32_t name);

/// The difference of a pair of a certificate: point of a minus point of b, in real numbers.
ExactVec certificate_difference(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                                const std::array<std::uint32_t, 2>& pair);

}  // namespace impinge
