// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Lowest vertex of the same coordinates for each vertex; empty if all differ.
std::vector<std::uint32_t> find_corners(std::span<const Vec3> vertices);

/// True if all differ, of which the first `distinct` ones are known to differ from each other: few others take little time.
bool all_distinct(std::span<const Vec3> vertices, std::size_t distinct);

}  // namespace impinge
