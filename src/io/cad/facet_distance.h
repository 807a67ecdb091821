// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>

#include <impinge/mesh.h>

namespace impinge::io {

using Corners = std::array<Vec3, 3>;

/// The nearest point of a triangle, Ericson 2004; of a flat one, that of its edges.
Vec3 nearest_on(const Corners& t, const Vec3& p);

/// Two points that are nearest, rounded; the same one where the triangles meet.
struct NearestPoints {
  Vec3 a, b;
  double distance = 0;
};
NearestPoints nearest_of(const Corners& a, const Corners& b);

}  // namespace impinge::io
