// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/box.h"

namespace impinge {

/// Middles of some cells of equal size.
struct CellMiddles {
  static constexpr std::size_t kCells = 64;
  double at[3][kCells];
  std::size_t count = 0;
};

/// One triangle against many boxes of one size: triangle_meets_box with all that does not depend on the box done once.
class TouchTest {
 public:
  /// `half`: half of the boxes' edges, with room for the rounding of their middles. Boxes must meet the triangle's box.
  TouchTest(const Triangle& t, const Vec3& half);

  /// Bit i: the triangle may touch the box around middle i. Clear only if it has no point in common with it.
  std::uint64_t touched(const CellMiddles& cells) const;

  double corner[3][3], edge[3][3];
  double reach[3][3];  ///< of edge j times axis k: beyond it on one side, the box is apart
  double normal[3], plane_reach;

 private:
  bool sure_ = true;  // false where products would overflow or underflow
};

}  // namespace impinge
