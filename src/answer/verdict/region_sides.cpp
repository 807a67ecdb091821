// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/region_sides.h"

#include <algorithm>

namespace impinge {

namespace {

// The cells hold those of the point on both axes across the ray.
bool stands_over(CellCode low, CellCode high, const RegionFaces::Block& point, int axis) {
  for (const int across : {(axis + 1) % 3, (axis + 2) % 3})
    if (cell_of(low, across) > cell_of(point.high, across) || cell_of(high, across) < cell_of(point.low, across))
      return false;
  return true;
}

// The same for a face, from the codes of its corners.
bool stands_over(const Face& f, const CellCode* codes, const RegionFaces::Block& point, int axis) {
  for (const int across : {(axis + 1) % 3, (axis + 2) % 3}) {
    const auto [low, high] =
        std::minmax({cell_of(codes[f[0]], across), cell_of(codes[f[1]], across), cell_of(codes[f[2]], across)});
    if (low > cell_of(point.high, across) || high < cell_of(point.low, across)) return false;
  }
  return true;
}

std::optional<int> winding_along_axis(const WorldObject& object, const RegionFaces& faces, const RegionGrid& grid,
                                      std::uint32_t face, const RayStart& start, int axis, const Vec3& r) {
  Box near;
  near.add(start.approximate);
  near = grown(near, start.error);
  const RegionFaces::Block point{grid.code(near.low), grid.code(near.high)};
  int winding = 0;
  // Adds what the ray makes of a face; false if it is in doubt.
  const auto pass = [&](std::uint32_t f) {
    if (f == face || !stands_over(object.faces[f], faces.vertices.cells.data(), point, axis)) return true;
    const Hit hit = cast(start, r, object.triangle(f));
    winding += hit == Hit::front ? 1 : hit == Hit::back ? -1 : 0;
    return hit != Hit::at_start && hit != Hit::unclear;
  };
  bool clear = true;
  for (std::size_t i = 0; clear && i < faces.blocks.size(); ++i)
    if (stands_over(faces.blocks[i].low, faces.blocks[i].high, point, axis))
      faces.each_row(i, object.faces.size(), [&](std::size_t begin, std::size_t end) {
        for (auto f = static_cast<std::uint32_t>(begin); clear && f < end; ++f) clear = pass(f);
      });
  if (!clear) return {};
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
