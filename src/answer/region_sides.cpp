// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/region_sides.h"

namespace impinge {

namespace {

// The face's cells hold those of the point on both axes across the ray.
bool stands_over(const RegionFace& f, CellCode low, CellCode high, int axis) {
  for (const int across : {(axis + 1) % 3, (axis + 2) % 3})
    if (cell_of(f.low, across) > cell_of(high, across) || cell_of(f.high, across) < cell_of(low, across)) return false;
  return true;
}

std::optional<int> winding_along_axis(const WorldObject& object, const RegionFaces& faces, const RegionGrid& grid,
                                      std::uint32_t face, const RayStart& start, int axis, const Vec3& r) {
  Box near;
  near.add(start.approximate);
  near = grown(near, start.error);
  const CellCode low = grid.code(near.low), high = grid.code(near.high);
  int winding = 0;
  for (const auto& piece : faces.pieces)
    for (const RegionFace& f : piece) {
      if (!stands_over(f, low, high, axis) || f.face == face) continue;
      switch (cast(start, r, object.triangle(f.face))) {
        case Hit::miss: break;
        case Hit::front: ++winding; break;
        case Hit::back: --winding; break;
        case Hit::at_start:
        case Hit::unclear: return {};
      }
    }
  return winding;
}

}  // namespace

std::optional<FaceSides> region_sides(const WorldObject& object, const RegionFaces& faces, const RegionGrid& grid,
                                      std::uint32_t face, const RayStart& inner_point) {
  const Triangle t = object.triangle(face);
  for (int axis = 0; axis < 3; ++axis)
    for (const bool up : {true, false}) {
      const bool ends =
          up ? object.box.high[axis] <= grid.region().high[axis] : object.box.low[axis] >= grid.region().low[axis];
      if (!ends) continue;
      const Vec3 r = Vec3::Unit(axis) * (up ? 1 : -1);
      const int along = heading(r, t);
      if (along == 0) continue;
      // Behind a face the winding number is one more than in front of it.
      if (const auto w = winding_along_axis(object, faces, grid, face, inner_point, axis, r))
        return along > 0 ? FaceSides{*w, *w + 1} : FaceSides{*w - 1, *w};
    }
  return {};
}

}  // namespace impinge
