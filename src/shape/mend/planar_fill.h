// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Faces that fill each rim, directed as the rim is; none for a rim that does not lie in a plane but for rounding, crosses
/// itself, or lies in the same plane as another one that it holds or that holds it.
std::vector<std::vector<Face>> planar_fills(std::span<const Vec3> vertices,
                                            std::span<const std::vector<std::uint32_t>> rims);

}  // namespace impinge
