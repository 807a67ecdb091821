// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <impinge/overlap.h>

#include "answer/body/body.h"
#include "answer/overlap/arrangement.h"

namespace impinge {

/// A triangle that bounds a combination of two solids, and what it is a part of.
struct SolidFace {
  std::array<std::uint32_t, 3> points;  ///< counter-clockwise seen from outside
  std::uint32_t face;                   ///< an input face that spans its plane
  bool turned;                          ///< that face looks inwards
  std::uint32_t cut;                    ///< index into Arrangement::triangles, or kWhole: the whole face
  std::uint32_t shell;                  ///< faces whose inner sides are connected have the same
  static constexpr std::uint32_t kWhole = UINT32_MAX;
};

/// The boundary of a combination. Each edge is passed as often in one direction as in the other.
std::vector<SolidFace> solid_faces(const Arrangement& arrangement, const Body& a, const Body& b, Combination how);

}  // namespace impinge
