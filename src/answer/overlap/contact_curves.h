// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/overlap.h>

#include "answer/overlap/arrangement.h"

namespace impinge {

/// Where the surfaces meet in lines: the edges that triangles of both bodies share, off the patches, chained.
std::vector<ContactCurve> contact_curves(const Arrangement& arrangement);

/// Where they share area.
std::vector<ContactPatch> contact_patches(const Arrangement& arrangement);

}  // namespace impinge
