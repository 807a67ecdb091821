// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>
#include <impinge/engine.h>

#include "answer/verdict/region_sides.h"

namespace impinge {

/// What is asked about two bodies.
struct PairQuestion {
  std::optional<double> clearance{};
  OpenBodies open = OpenBodies::solid;
};

/// Verdict, distance and witness of two bodies from the face pairs that meet. Swapping the bodies mirrors the answer.
/// Distance is looked for only if a clearance is given; `region` is what the culling left, where it ran.
PairAnswer answer_pair(const Body& a, const Body& b, std::vector<FacePair> meeting, const PairQuestion& question,
                       const RegionView& region = {});

/// The same from one face pair that crosses, where it proves that the solids cross; without face pairs. Nothing where all
/// pairs are needed.
std::optional<PairAnswer> answer_crossing_pair(const Body& a, const Body& b, const FacePair& pair,
                                               std::optional<double> clearance);

/// An order of bodies by their content, for choices that must not depend on who is a: negative if a comes first.
int compare_content(const WorldObject& a, const WorldObject& b);

/// The answer for a body with itself.
PairAnswer answer_self(const Body& body, std::vector<FacePair> meeting);

}  // namespace impinge
