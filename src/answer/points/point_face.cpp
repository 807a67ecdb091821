// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/points/point_face.h"

#include <algorithm>

#include "base/predicates.h"

namespace impinge {

std::optional<int> winding_across(const Triangle& t, const Vec3& a, const Vec3& b) {
  const int a_behind = orient3d(t.p[0], t.p[1], t.p[2], a), b_behind = orient3d(t.p[0], t.p[1], t.p[2], b);
  if (a_behind == 0 && b_behind == 0) return degenerate(t) ? std::optional(0) : std::nullopt;
  // An end in the plane is not in the face, and no other point of the segment
  // is in the plane.
  if (a_behind * b_behind >= 0) return 0;
  int low = 1, high = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const int side = orient3d(a, b, t.p[k], t.p[(k + 1) % 3]);
    low = std::min(low, side);
    high = std::max(high, side);
  }
  if (low < 0 && high > 0) return 0;
  return low == 0 || high == 0 ? std::nullopt : std::optional(a_behind);
}

bool lies_on(const Triangle& t, const Vec3& p) {
  if (orient3d(t.p[0], t.p[1], t.p[2], p) != 0) return false;
  // In the plane: its shadow along an axis that keeps the area tells.
  for (int axis = 0; axis < 3; ++axis) {
    const int turn = orient2d(t.p[0], t.p[1], t.p[2], axis);
    if (turn == 0) continue;
    for (std::size_t k = 0; k < 3; ++k)
      if (orient2d(t.p[k], t.p[(k + 1) % 3], p, axis) == -turn) return false;
    return true;
  }
  return false;
}

}  // namespace impinge
