// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// From one corner to another.
using DirectedEdge = std::pair<std::uint32_t, std::uint32_t>;

/// What is left of directed edges once those that run both ways have cancelled each other, in ascending order. An edge that
/// is left over several times is named as often.
void cancel_edges(std::vector<DirectedEdge>& edges);

/// The border of oriented faces as closed ways that pass no corner twice, each directed as a face that fills the hole would
/// run along it. Where holes meet in a corner, the way goes on to the nearest next one.
std::vector<std::vector<std::uint32_t>> find_rims(std::span<const Vec3> vertices, std::span<const Face> faces);

}  // namespace impinge
