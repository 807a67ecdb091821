// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/body/body.h"
#include "cull/overlap_region/overlap_region.h"

namespace impinge {

/// What the culling left of two bodies, for the questions that follow; null where no culling ran.
struct RegionView {
  const RegionGrid* grid = nullptr;
  const RegionFaces *a = nullptr, *b = nullptr;

  RegionView() = default;
  explicit RegionView(const PairRegion& region) : grid(&region.grid), a(&region.a), b(&region.b) {}
  RegionView swapped() const {
    RegionView v = *this;
    std::swap(v.a, v.b);
    return v;
  }
};

/// Winding numbers beside a point inside a face, from the faces in the region alone: along an axis on which the body ends no
/// later than the region, no other face can be met. Nothing if there is no such axis, if another face of the body holds the
/// point, or if every such ray meets an edge.
std::optional<FaceSides> region_sides(const WorldObject& object, const RegionFaces& faces, const RegionGrid& grid,
                                      std::uint32_t face, const RayStart& inner_point);

}  // namespace impinge
