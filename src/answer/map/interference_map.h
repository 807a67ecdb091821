// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The contact and distance map of Myszkowski, Okunev & Kunii 1995, from complete z-lists.

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <algorithm>

#include "base/control.h"
#include "raster/view/raster_object.h"

namespace impinge {

class RasterDevice;

/// Throws Error (bad_argument) for a number out of range.
/// @{
void require_refine(int refine);
void require_error(double error);
/// @}

/// What statistics say where bounds stay wider than asked.
inline constexpr const char* kTooWide = "bounds of volume or depth are wider than the error asked for";

/// Throws Error (bad_argument) for an option out of range. Looks at nothing else, so it may come before all work.
void require_map_options(const MapOptions& options);

/// Two bodies seen along directions, the map along the first, drawn on the device where there is one. `exact` is the answer
/// of the exact check, or null where it has none; lines are read by it. Partings are those at the lines. Throws Error
/// (too_large).
InterferenceMap interference_map(const RasterObject& a, const RasterObject& b, std::span<const ViewChoice> views,
                                 const MapOptions& options, ZlistForm form, const PairAnswer* exact, Control& control,
                                 RasterDevice* device);

/// How far b must be moved along a direction, or against it if that is less, to part the two; open surfaces see parting_of.
Parting find_parting(const RasterObject& a, const RasterObject& b, const Vec3& direction, int resolution,
                     const Progress& progress, RasterDevice* device);

/// Steps that b must be moved along the lines, or against them, so that it is clear of a on every line.
struct PartingWays {
  std::int64_t along = 0, against = 0;
  void add(const PartingWays& o) {
    along = std::max(along, o.along);
    against = std::max(against, o.against);
  }
};

/// The lesser way of two solids. Of open surfaces the upper one is to come to lie above the lower one, which is as far as
/// they reach into each other in the map. Beyond the range of depths that the view shows they are parted in any case.
Parting parting_of(const RasterView& view, const PartingWays& ways, bool solids, bool a_below);

/// By the middles of the boxes along the lines.
bool first_is_below(const Box& a, const Box& b);

}  // namespace impinge
