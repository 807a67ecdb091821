// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include <impinge/convex.h>

namespace impinge {

/// The answer if it holds with room to spare: bodies apart by more than `margin`, or a point that deep in both. Nothing for
/// all that is closer, and for poses that are no rotations; exact arithmetic is not asked.
std::optional<ConvexAnswer> polar_newton_within(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b,
                                                const Pose& b_pose, double margin);

/// Whether a placed vertex of a certainly lies outside b, by more than the margin.
bool sticks_out(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose, double margin);

}  // namespace impinge
