// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Faces whose neighbours end a hair beside them, as an exporter's rounding leaves them, do not tell how they should be
/// turned. Gives them corners in common: the first of those within a millionth of the diagonal of all, and so on along
/// chains of such. Faces keep their order; some may repeat a corner then. Where fewer than a tenth of the edges are open,
/// `corners` itself.
std::vector<Face> joined_corners(std::span<const Vec3> vertices, std::span<const Face> corners);

}  // namespace impinge
