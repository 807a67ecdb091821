// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>

#include <impinge/overlap.h>

#include "answer/arrangement/arrangement.h"
#include "answer/body/body.h"
#include "base/kept_memory.h"

namespace impinge {

/// A triangle that bounds a combination of two solids, and what it is a part of.
struct SolidFace {
  std::array<std::uint32_t, 3> points;  ///< counter-clockwise seen from outside
  std::uint32_t face;                   ///< an input face that spans its plane
  bool turned;                          ///< that face looks inwards
  std::int8_t axis, turn;               ///< of a part: how it turns in its shadow along an axis, before points are rounded
  std::uint32_t cut;                    ///< index into Arrangement::triangles, or one of these:
  std::uint32_t shell;                  ///< faces whose inner sides are connected have the same
  static constexpr std::uint32_t kWhole = UINT32_MAX;     ///< the whole face
  static constexpr std::uint32_t kPart = UINT32_MAX - 1;  ///< a part of it, on which no other face lies
};

using SolidFaces = KeptVector<SolidFace>;

/// True if the combination holds where the winding numbers are these.
inline bool holds(Combination how, const std::array<std::int32_t, 2>& w) {
  switch (how) {
    case Combination::intersection: return w[0] != 0 && w[1] != 0;
    case Combination::unite: return w[0] != 0 || w[1] != 0;
    case Combination::difference: return w[0] != 0 && w[1] == 0;
  }
  return false;
}

/// The boundary of a combination. Each edge is passed as often in one direction as in the other.
SolidFaces solid_faces(const Arrangement& arrangement, const Body& a, const Body& b, Combination how);

}  // namespace impinge
