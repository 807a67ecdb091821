// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "base/triangle.h"

namespace impinge {

/// What two triangles that are known to meet have in common, in doubles and only for the eye: one point, the two ends of a
/// segment, or the corners of a convex polygon in order.
std::vector<Vec3> contact_shape(const Triangle& a, const Triangle& b);

}  // namespace impinge
