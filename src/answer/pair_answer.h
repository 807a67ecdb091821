// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>

#include "answer/region_sides.h"

namespace impinge {

/// Verdict, distance and witness of two bodies from the face pairs that meet. Swapping the bodies mirrors the answer.
/// Distance is looked for only if a clearance is given; `region` is what the culling left, where it ran.
PairAnswer answer_pair(const Body& a, const Body& b, std::vector<FacePair> meeting, std::optional<double> clearance,
                       const RegionView& region = {});

/// The answer for a body with itself.
PairAnswer answer_self(const Body& body, std::vector<FacePair> meeting, std::optional<double> clearance);

}  // namespace impinge
