// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include <impinge/overlap.h>

#include "answer/overlap/solid_faces.h"

namespace impinge {

/// The solid that these faces bound, in lumps.
OverlapSolid overlap_solid(const Arrangement& arrangement, std::span<const SolidFace> faces);

}  // namespace impinge
