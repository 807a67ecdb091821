// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>

#include "answer/arrangement/arrangement.h"
#include "answer/body/body.h"
#include "shape/mesh/face_adjacency.h"

namespace impinge {

/// Of a and of b.
using WindingNumbers = std::array<std::int32_t, 2>;

/// The lowest face of a sheet that has an area, kNone if none has: a sheet that nothing cuts is asked about there.
std::uint32_t face_with_area(const WorldObject& object, const FaceAdjacency& adjacency, std::uint32_t sheet);

/// Winding numbers in front of a facet, by rays from its middle.
/// @{
WindingNumbers first_numbers(const Arrangement& arrangement, const std::array<const Body*, 2>& body, const CutTriangle& t);
WindingNumbers first_numbers(const TwoBodies& bodies, const std::array<const Body*, 2>& body, std::uint32_t face);
/// @}

}  // namespace impinge
