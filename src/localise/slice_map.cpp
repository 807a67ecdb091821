// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: two faces that share a point share the cell of that point, so a face none of whose cells the other body has
// marked meets nothing. Nothing is precomputed; cost: some nanoseconds for each face in the region, memory: two bits a cell.
// From the z-lists of M. Shinya, M.-C. Forgue, 1991, with bits for the lists as in E. Eisemann, X. Décoret, Fast scene
// voxelization and applications, 2006.
#include "localise/slice_map.h"

#include <tbb/parallel_for.h>

#include <cmath>

#include "base/joined.h"
#include "cull/face_cells.h"
#include "cull/slice_mask.h"
#include "localise/cell_pairs.h"

namespace impinge {

namespace {

struct Side {
  const WorldObject& object;
  const RegionFaces& faces;
};

void mark(const Side& side, const RegionFace& f, const RegionGrid& grid, SliceMask& mask) {
  visit_cells(side.object, f, grid, [&](const SliceMask::Cells& c) {
    mask.mark(c);
    return false;
  });
}

void mark_all(const Side& side, const RegionGrid& grid, SliceMask& mask, Control& control) {
  tbb::parallel_for(std::size_t{0}, side.faces.pieces.size(), [&](std::size_t i) {
    control.poll();
    for (const RegionFace& f : side.faces.pieces[i]) mark(side, f, grid, mask);
  });
}

// The faces with a marked cell; those are marked in `own` if given.
KeptVector<RegionFace> marked(const Side& side, const RegionGrid& grid, const SliceMask& mask, SliceMask* own,
                              Control& control) {
  std::vector<KeptVector<RegionFace>> kept(side.faces.pieces.size());
  tbb::parallel_for(std::size_t{0}, kept.size(), [&](std::size_t i) {
    control.poll();
    for (const RegionFace& f : side.faces.pieces[i]) {
      if (!visit_cells(side.object, f, grid, [&](const SliceMask::Cells& c) { return mask.marked(c); })) continue;
      kept[i].push_back(f);
      if (own != nullptr) mark(side, f, grid, *own);
    }
  });
  return joined(kept);
}

}  // namespace

std::optional<KeptVector<Candidate>> slice_map(std::span<const WorldObject> world, const PairRegion& region,
                                               Control& control) {
  const Side a{world[region.objects.a], region.a}, b{world[region.objects.b], region.b};
  if (a.faces.count == 0 || b.faces.count == 0) return KeptVector<Candidate>();
  SliceMask a_mask(region.grid), b_mask(region.grid);
  mark_all(a, region.grid, a_mask, control);
  const KeptVector<RegionFace> b_kept = marked(b, region.grid, a_mask, &b_mask, control);
  const KeptVector<RegionFace> a_kept = marked(a, region.grid, b_mask, nullptr, control);
  return cell_pairs(region.objects, a.object, a_kept, b.object, b_kept, region.grid, control);
}

}  // namespace impinge
