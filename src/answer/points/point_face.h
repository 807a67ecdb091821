// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "base/triangle.h"

namespace impinge {

/// True exactly if the point lies on the triangle, its border included, and the
/// triangle has an area.
bool lies_on(const Triangle& t, const Vec3& p);

/// By how much the winding number at a exceeds that at b because of this face
/// between them: -1, 0 or 1; exactly, for points that are not on the face.
/// Nothing if the segment meets an edge or runs inside the face.
std::optional<int> winding_across(const Triangle& t, const Vec3& a, const Vec3& b);

}  // namespace impinge
