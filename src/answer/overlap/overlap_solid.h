// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/overlap.h>

#include "answer/overlap/solid_faces.h"

namespace impinge {

/// The solid that these faces bound, in lumps.
OverlapSolid overlap_solid(const Arrangement& arrangement, std::span<const SolidFace> faces);

/// For each face the number of the shell it belongs to: faces whose inner sides are connected around an edge.
std::vector<std::uint32_t> shells_of(const Arrangement& arrangement, std::span<const SolidFace> faces);

}  // namespace impinge
