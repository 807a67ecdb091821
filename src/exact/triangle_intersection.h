// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <utility>
#include <vector>

#include "base/exact_point.h"
#include "base/triangle.h"

namespace impinge {

/// Points whose convex hull is the common part of two closed triangles, exactly; empty if they do not meet. Triangles may be
/// degenerate. The slow companion of face_pair_static, for witnesses and for what only degenerate faces need.
std::vector<ExactPoint> intersection_points(const Triangle& a, const Triangle& b);

/// The lexicographically first and last points of the common part: the ends, where it is a segment. They must meet.
std::pair<ExactPoint, ExactPoint> intersection_ends(const Triangle& a, const Triangle& b);

/// One point of the common part that does not depend on the order of the triangles or their corners: the middle between the
/// lexicographically first and last. It lies in the relative interior where the triangles cross. They must meet.
ExactPoint intersection_point(const Triangle& a, const Triangle& b);

}  // namespace impinge
