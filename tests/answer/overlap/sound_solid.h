// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/overlap.h>

namespace impinge::test {

/// What must hold of every combination: a closed mesh in lumps whose measures fit each other.
void expect_sound(const OverlapSolid& solid);

/// True where a combination of bodies with these winding numbers is solid.
bool is_solid(Combination how, int a, int b);

}  // namespace impinge::test
