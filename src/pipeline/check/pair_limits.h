// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <vector>

#include "pipeline/check/check_context.h"

namespace impinge {

/// Gives all face pairs of two objects that meet; for answers that did not list them.
using FindFacePairs = std::function<std::vector<FacePair>(const ObjectPair&)>;

/// Puts the answers to their rules. Depth and volume are measured for pairs that overlap under a rule that limits them, and
/// no others.
void judge_by_rules(CheckContext& run, const FindFacePairs& find_face_pairs);

}  // namespace impinge
