// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>

#include <impinge/answer.h>

#include "answer/body/body.h"

namespace impinge {

/// What generalised winding numbers tell about two bodies of which one at least is open or dirty, or cancels itself.
struct LikelyVerdict {
  Verdict verdict;      ///< disjoint, a_in_b, b_in_a, crossing (some components lie inside, some outside), same or undecided
  Certainty certainty;  ///< likely or undecided
  std::optional<double> winding;  ///< the number that it rests on, the one that is least sure; none for `same`
  Vec3 point;                     ///< where that is, on the surface of the body that was looked at
};

/// How far beyond its faces an object may have had parts that are missing; 0 for a closed one.
double missing_reach(const WorldObject& object);

/// Looks at points of each body that lie off the other's surface; `meeting` are the face pairs that meet, none of which
/// cross. Bodies all of whose faces lie on each other are the same. Nothing where no winding number was needed: the bodies
/// are sound, mere open sheets, or too far apart.
std::optional<LikelyVerdict> likely_verdict(const Body& a, const Body& b, std::span<const FacePair> meeting);

/// The same for a body of which some points of its surface are all that is known: it is `a`, the container `b`.
std::optional<LikelyVerdict> likely_within(const Body& container, std::span<const Vec3> points);

}  // namespace impinge
