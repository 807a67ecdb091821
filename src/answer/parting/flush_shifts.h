// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "scene/world.h"

namespace impinge {

/// Translations of b by which walls of b come to lie on walls of a, the shortest first: from `least` to less than `most`
/// long. Bodies that fit without play are parted at such a place alone, which no search of free places finds. Few at most;
/// none for bodies that have no parallel walls or too many faces.
std::vector<Vec3> flush_shifts(const WorldObject& a, const WorldObject& b, double least, double most);

}  // namespace impinge
