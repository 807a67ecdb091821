// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/answer.h>

#include "pipeline/check/check_context.h"
#include "pipeline/check/settled_pairs.h"

namespace impinge {

/// Answers the pairs of objects that have the same vertices and faces where they stand, as a part that was placed twice:
/// they enclose the same places, for sure if they are sound, and likely if not, unless surfaces alone are asked for. Needs
/// no face pairs and lists none. Leaves the other pairs.
std::vector<ObjectPair> settle_copies(CheckContext& run, std::vector<ObjectPair> pairs, SettledPairs& answers);

}  // namespace impinge
