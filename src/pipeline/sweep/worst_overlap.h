// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>

#include <impinge/engine.h>

#include "base/control.h"
#include "pipeline/sweep/sweep_moments.h"
#include "scene/motion/timeline.h"

namespace impinge {

/// True if something about overlaps is asked for.
inline bool asks_for_overlap(const SweepOptions& o) { return o.contacts || o.curves || o.patches || o.overlap || o.parting; }

/// A motion, and what to look at its moments with.
struct FollowedMotion {
  const Scene& scene;
  const Timeline& timeline;
  const SweepMoments& moments;
  const Control& control;
};

/// What was asked for about the overlap of a pair in contact, at its worst moment; see SweptPair::overlap. The volume is
/// compared at moments all over the contact intervals, some 16 a step, and beside the greatest.
std::optional<OverlapMoment> worst_overlap(const FollowedMotion& motion, const SweptPair& pair, const SweepOptions& asked);

/// The same for each of the pairs; returns how many have one.
std::uint64_t worst_overlaps(const FollowedMotion& motion, const SweepOptions& asked, std::span<SweptPair> pairs);

}  // namespace impinge
