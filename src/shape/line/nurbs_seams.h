// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "shape/line/nurbs_patch.h"

namespace impinge {

/// How patches join.
struct NurbsSeams {
  bool closed = false;     ///< every border is a point, or shared by exactly two patches
  std::vector<int> sides;  ///< for each patch 1 if its normals look outwards, -1 if they must be turned
};

/// Matches the borders, within 2^-30 of `size`, turns patches to agree with their neighbours, and all of them so that the
/// volume is positive. Shared borders must run through the same points at the same shares of their parameters.
NurbsSeams find_seams(std::span<const BezierPatch> patches, double size);

}  // namespace impinge
