// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Winding numbers by brute force: exact ones of meshes with integer corners, and those that a mesh in general position shows
// to a point off its surface. They share no code with the library.

#include <array>
#include <cstdint>
#include <optional>

#include <impinge/mesh.h>
#include <support/soup.h>

namespace impinge::test {

using IntegerPoint = std::array<std::int64_t, 3>;

/// The winding number around `point / scale`, in integers of 128 bits. The corners are integers, and `scale` times them is
/// below 2^38. None for a point of the surface.
std::optional<int> integer_winding(const Soup& soup, const IntegerPoint& point, std::int64_t scale, Dice& dice);

/// The sum of the solid angles of all faces over 4 pi: near to the winding number unless the point is near a face.
double solid_angle_winding(const Mesh& mesh, const Vec3& point);

}  // namespace impinge::test
