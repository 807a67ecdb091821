// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/box.h"

namespace impinge {

/// False only if the closed triangle and the closed box have no common point: a separating axis among the box normals, the
/// triangle normal and the nine edge products, each with room for rounding. True for all that meet, and for gaps of about
/// 1e-15 of the coordinates.
bool triangle_meets_box(const Triangle& t, const Box& box);

}  // namespace impinge
