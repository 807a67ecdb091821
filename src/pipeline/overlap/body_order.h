// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/axis_frame.h"
#include "scene/world.h"

namespace impinge {

/// In which order two bodies are looked at, and in which frame. Neither depends on their names, and the frame turns and
/// mirrors with them, so that what is found about swapped, turned or mirrored bodies is the same, bit by bit.
struct BodyOrder {
  bool swapped = false;  ///< b comes first
  AxisFrame frame;
};

/// Told by the first few vertices, unless the bodies are alike. Where a turn or a mirror swaps them, the order is still the
/// same whoever is named first, but the frame cannot follow.
BodyOrder body_order(const WorldObject& a, const WorldObject& b);

/// The frame alone, for bodies that keep their order.
AxisFrame axis_frame_of(const WorldObject& first, const WorldObject& second);

}  // namespace impinge
