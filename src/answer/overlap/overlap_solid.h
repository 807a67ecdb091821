// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/overlap.h>

#include "answer/overlap/solid_faces.h"

namespace impinge {

/// The solid that these faces bound, in lumps; `plain` if two faces pass each of its edges and shells share no corner.
OverlapSolid overlap_solid(const Arrangement& arrangement, SolidFaces faces, bool plain = false);

}  // namespace impinge
