// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "pipeline/check/check_context.h"

namespace impinge {

/// Puts the objects that are looked at where they stand, with the engine's tree of their shape if it has one, or one made
/// for this check if trees are asked for by name. Hidden ones have no place.
void place_objects(CheckContext& run, Method method);

/// The object pairs that a check must look at: asked about, and near enough, by boxes and balls. Ordered.
std::vector<ObjectPair> find_object_pairs(CheckContext& run);

}  // namespace impinge
