// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "base/moving_point.h"

namespace impinge {

/// False only if a plane with more than `margin` between proves that the convex hulls of the points are apart.
bool hulls_meet(std::span<const Vec3> a, std::span<const Vec3> b, double margin);

/// The conservative test of the 1994 report: do the convex hulls of the two faces' swept volumes between two moments meet,
/// grown by what arcs leave their chords? Never misses; says yes for many faces that only pass each other.
bool face_hulls_meet(const MovingFace& a, const MovingFace& b, double from, double until);

}  // namespace impinge
