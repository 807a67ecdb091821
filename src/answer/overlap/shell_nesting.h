// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "answer/overlap/solid_faces.h"

namespace impinge {

/// True if a shell, which looks outwards, lies around another one, with which it may share edges but no area. Exact.
bool lies_around(const TwoBodies& bodies, const CutPoints& points, std::span<const SolidFace> outer,
                 std::span<const SolidFace> inner);

}  // namespace impinge
