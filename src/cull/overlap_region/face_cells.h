// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region/face_columns.h"
#include "cull/overlap_region/overlap_region.h"
#include "cull/overlap_region/slice_mask.h"

namespace impinge {

/// Calls visit(cells) for cells that together hold all of the face, until it returns true: the cells of its box for a small
/// face; large ones are followed column by column.
template <typename Visit>
bool visit_cells(const WorldObject& object, const RegionFace& f, const RegionGrid& grid, const Visit& visit) {
  constexpr int kLarge = 16;  // columns
  const SliceMask::Cells box{cell_of(f.low, 0),  cell_of(f.high, 0), cell_of(f.low, 1),
                             cell_of(f.high, 1), cell_of(f.low, 2),  cell_of(f.high, 2)};
  if (box.columns() <= kLarge || !grid.coarse()) return visit(box);
  Triangle corners = object.triangle(f.face);
  for (Vec3& p : corners.p)
    for (int axis = 0; axis < 3; ++axis) p[axis] = grid.position(axis, p[axis]);
  if (!FaceColumns::trusts(corners)) return visit(box);
  return FaceColumns(corners).visit({box.x0, box.x1}, {box.y0, box.y1}, {box.z0, box.z1},
                                    [&](int x, int y, int low, int high) {
                                      return visit(SliceMask::Cells{x, x, y, y, low, high});
                                    });
}

}  // namespace impinge
