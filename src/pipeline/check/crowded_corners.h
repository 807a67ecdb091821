// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>

#include "base/control.h"
#include "localise/candidate_limit.h"
#include "scene/world.h"

namespace impinge {

/// Two fans of n faces that touch at their tips have n * n face pairs that meet, and none of them tells more than any other.
/// Face pairs that are enough for a verdict, ordered: all that meet, but for pairs that meet at a crowded corner of both
/// objects alone; of those, each face is in one pair at least. With `first_crossing` a single pair that crosses, where
/// there is one off the crowds. Nothing where no corner is crowded.
std::optional<std::vector<FacePair>> contacts_off_crowds(const WorldObject& a, const WorldObject& b, bool first_crossing,
                                                         const ObjectPair& objects, CandidateLimit& limit, Control& control);

}  // namespace impinge
