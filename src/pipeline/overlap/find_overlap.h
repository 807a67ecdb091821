// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include <impinge/engine.h>
#include <impinge/overlap.h>

#include "answer/body/body.h"
#include "base/control.h"

namespace impinge {

/// More face pairs are not cut into solids and contacts, neither of two bodies nor of one with itself: several gigabytes.
inline constexpr std::uint64_t kMostOverlapPairs = std::uint64_t{1} << 24;

/// True if something about overlaps is asked for.
inline bool asks_for_overlap(const CheckOptions& o) { return o.contacts || o.curves || o.patches || o.overlap || o.parting; }

/// What was asked for about two meshes that meet in these face pairs, or of which one lies in the other.
Overlap find_overlap(const Body& a, const Body& b, std::span<const FacePair> pairs, const CheckOptions& asked,
                     Control& control);

/// The combination of two closed bodies that meet in these face pairs.
OverlapSolid find_solid(const Body& a, const Body& b, std::span<const FacePair> pairs, Combination how, Control& control);

}  // namespace impinge
