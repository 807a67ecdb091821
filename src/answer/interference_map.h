// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The contact and distance map of Myszkowski, Okunev & Kunii 1995, from complete z-lists.

#include <impinge/answer.h>

#include "base/control.h"
#include "localise/raster_object.h"

namespace impinge {

/// Two bodies seen along directions, the map along the first. Throws Error: bad_argument for an option out of range,
/// too_large.
InterferenceMap interference_map(const RasterObject& a, const RasterObject& b, std::span<const ViewChoice> views,
                                 const MapOptions& options, Control& control);

/// How far b must be moved along a direction, or against it if that is less, to part the two.
Parting find_parting(const RasterObject& a, const RasterObject& b, const Vec3& direction, int resolution,
                     const Control& control);

}  // namespace impinge
