// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// The numbers of the points along a space-filling curve (Morton's) through
/// 1024^3 cells of their box: neighbours in the order are mostly neighbours in
/// space. Points of one cell keep their order. Takes time in proportion to the
/// points.
std::vector<std::uint32_t> point_order(std::span<const Vec3> points);

}  // namespace impinge
