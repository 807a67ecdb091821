// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>

#include <impinge/answer.h>

#include "answer/verdict/region_sides.h"

namespace impinge {

/// The verdict about two solids from the face pairs that meet (all of them, ordered), without distance: never `near`.
struct SolidVerdict {
  Verdict verdict = Verdict::disjoint;
  /// A corner of one body inside the other, where no face pair can serve as witness.
  std::optional<Vec3> inner_point;
};

SolidVerdict solid_verdict(const Body& a, const Body& b, std::span<const FacePair> meeting, const RegionView& region = {});

/// The same by looking at each contact, whatever the bodies are; one of them is closed.
SolidVerdict solid_verdict_by_contacts(const Body& a, const Body& b, std::span<const FacePair> meeting,
                                       const RegionView& region = {});

}  // namespace impinge
