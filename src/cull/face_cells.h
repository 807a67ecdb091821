// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/face_columns.h"
#include "cull/overlap_region.h"

namespace impinge {

/// Calls visit(x, y, low, high) for cells that hold all of the face, column by column, until it returns true: the cells of
/// its box for a small face; large ones are followed.
template <typename Visit>
bool visit_cells(const WorldObject& object, const RegionFace& f, const RegionGrid& grid, const Visit& visit) {
  constexpr int kLarge = 16;  // columns
  const int x0 = cell_of(f.low, 0), x1 = cell_of(f.high, 0), y0 = cell_of(f.low, 1), y1 = cell_of(f.high, 1);
  const int z0 = cell_of(f.low, 2), z1 = cell_of(f.high, 2);
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > kLarge && grid.coarse()) {
    Triangle corners = object.triangle(f.face);
    for (Vec3& p : corners.p)
      for (int axis = 0; axis < 3; ++axis) p[axis] = grid.position(axis, p[axis]);
    if (FaceColumns::trusts(corners)) return FaceColumns(corners).visit({x0, x1}, {y0, y1}, {z0, z1}, visit);
  }
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x)
      if (visit(x, y, z0, z1)) return true;
  return false;
}

}  // namespace impinge
