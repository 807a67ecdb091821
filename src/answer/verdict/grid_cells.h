// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/body/body.h"

namespace impinge {

/// Which kinds of places there are in space.
struct CellKinds {
  bool both = false;    ///< inside both bodies
  bool only_a = false;  ///< inside a, outside b
  bool only_b = false;  ///< inside b, outside a

  bool a_has_volume() const { return both || only_a; }
  bool b_has_volume() const { return both || only_b; }
};

/// Of two closed bodies whose corners lie on one grid and whose faces lie in three families of parallel planes, as those of
/// boxes, plates, frames and housings: the planes cut space into cells of one kind each, and a line through each column of
/// cells tells them all, however the bodies' faces meet each other and themselves. Nothing for other bodies.
std::optional<CellKinds> kinds_of_cells(const WorldObject& a, const WorldObject& b);

}  // namespace impinge
