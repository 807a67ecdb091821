// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The judge of partings of convex bodies: the expanding polytopes of FCL. Compiled only where FCL is there.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge::test {

/// Penetration depth of two convex bodies in world coordinates; none where FCL finds no contact or gives up.
std::optional<double> judge_depth(const std::vector<Vec3>& a, std::span<const Face> a_faces, const std::vector<Vec3>& b,
                                  std::span<const Face> b_faces);

}  // namespace impinge::test
