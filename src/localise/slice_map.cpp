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

#include "localise/cell_pairs.h"
#include "localise/face_columns.h"
#include "localise/slice_mask.h"

namespace impinge {

namespace {

constexpr double kCellExtents = 1.0;      // a cell is at least so many mean face extents wide, at most twice that
constexpr int kLargeFace = 16;            // faces over more columns are followed instead of boxed
constexpr std::size_t kSamplePieces = 8;  // of the region's faces, for the mean extent

struct Side {
  const WorldObject& object;
  const RegionFaces& faces;
};

// Mean of the longest box edge of the faces, from some of the pieces.
double mean_extent(const RegionFaces& faces, const RegionGrid& grid) {
  double sum = 0;
  std::size_t n = 0;
  const std::size_t step = std::max<std::size_t>(1, faces.pieces.size() / kSamplePieces);
  for (std::size_t i = 0; i < faces.pieces.size(); i += step)
    for (const RegionFace& f : faces.pieces[i]) {
      double longest = 0;
      for (int axis = 0; axis < 3; ++axis)
        longest = std::max(longest, (cell_of(f.high, axis) - cell_of(f.low, axis)) / grid.scale()[axis]);
      sum += longest;
      ++n;
    }
  if (n == 0 && step > 1) return INFINITY;
  return n == 0 ? 0 : sum / static_cast<double>(n);
}

SliceLayout layout_of(const RegionGrid& grid, const Side& a, const Side& b) {
  const double edge = kCellExtents * std::min(mean_extent(a.faces, grid), mean_extent(b.faces, grid));
  int shift[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double cells = edge * grid.scale()[axis];
    shift[axis] = cells >= 2 ? std::min(7, std::ilogb(cells)) : 0;
  }
  return {grid, shift};
}

class SliceMap {
 public:
  SliceMap(const RegionGrid& grid, const SliceLayout& layout, Control& control)
      : grid_(grid), layout_(layout), control_(control) {
    // Cells must be far above the rounding of coordinates, or large faces are boxed as well.
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double reach = std::max(std::fabs(grid.region().low[axis]), std::fabs(grid.region().high[axis]));
      largest = std::max(largest, reach * grid.unit() * grid.scale()[axis]);
    }
    follows_ = largest < 0x1p32;
  }

  void mark(const Side& side, SliceMask& mask) const {
    tbb::parallel_for(std::size_t{0}, side.faces.pieces.size(), [&](std::size_t i) {
      control_.poll();
      for (const RegionFace& f : side.faces.pieces[i]) mark(side.object, f, mask);
    });
  }

  /// The faces with a marked cell; those are marked in `own` if given.
  std::vector<RegionFace> marked(const Side& side, SliceMask& mask, SliceMask* own) const {
    std::vector<std::vector<RegionFace>> kept(side.faces.pieces.size());
    tbb::parallel_for(std::size_t{0}, kept.size(), [&](std::size_t i) {
      control_.poll();
      for (const RegionFace& f : side.faces.pieces[i]) {
        if (!visit(side.object, f, [&](int x, int y, int low, int high) { return mask.marked(x, y, low, high); })) continue;
        kept[i].push_back(f);
        if (own != nullptr) mark(side.object, f, *own);
      }
    });
    std::vector<RegionFace> all;
    for (const auto& k : kept) all.insert(all.end(), k.begin(), k.end());
    return all;
  }

 private:
  void mark(const WorldObject& object, const RegionFace& f, SliceMask& mask) const {
    visit(object, f, [&](int x, int y, int low, int high) {
      mask.mark(x, y, low, high);
      return false;
    });
  }

  // Calls visit(x, y, low, high) for the columns of a face until it returns true.
  template <typename Visit>
  bool visit(const WorldObject& object, const RegionFace& f, const Visit& visit_column) const {
    const SliceLayout::Cells c = layout_.cells(f.low, f.high);
    if (c.columns() > kLargeFace && follows_) return visit_large(object, f, c, visit_column);
    for (int y = c.low[1]; y <= c.high[1]; ++y)
      for (int x = c.low[0]; x <= c.high[0]; ++x)
        if (visit_column(x, y, c.low[2], c.high[2])) return true;
    return false;
  }

  template <typename Visit>
  bool visit_large(const WorldObject& object, const RegionFace& f, const SliceLayout::Cells& c,
                   const Visit& visit_column) const {
    Triangle corners = object.triangle(f.face);
    for (Vec3& p : corners.p)
      for (int axis = 0; axis < 3; ++axis) p[axis] = std::ldexp(grid_.position(axis, p[axis]), -layout_.shift(axis));
    const FaceColumns columns(corners);
    const bool trusted = FaceColumns::trusts(corners);
    for (int y = c.low[1]; y <= c.high[1]; ++y) {
      const FaceColumns::Span row = trusted ? columns.row(y) : FaceColumns::Span{};
      const auto [first, last] = row.cells(c.low[0], c.high[0]);
      for (int x = first; x <= last; ++x) {
        const FaceColumns::Span z = trusted ? columns.heights(x, y) : FaceColumns::Span{};
        const auto [low, high] = z.cells(c.low[2], c.high[2]);  // empty where the plane passes above or below the triangle
        if (low <= high && visit_column(x, y, low, high)) return true;
      }
    }
    return false;
  }

  const RegionGrid& grid_;
  const SliceLayout& layout_;
  Control& control_;
  bool follows_;
};

}  // namespace

std::vector<Candidate> slice_map(std::span<const WorldObject> world, const PairRegion& region, Control& control) {
  const Side a{world[region.objects.a], region.a}, b{world[region.objects.b], region.b};
  if (a.faces.count == 0 || b.faces.count == 0) return {};
  const SliceLayout layout = layout_of(region.grid, a, b);
  const SliceMap map(region.grid, layout, control);
  SliceMask a_mask(layout), b_mask(layout);
  map.mark(a, a_mask);
  const std::vector<RegionFace> b_kept = map.marked(b, a_mask, &b_mask);
  const std::vector<RegionFace> a_kept = map.marked(a, b_mask, nullptr);
  return cell_pairs(region.objects, a.object, a_kept, b.object, b_kept, region.grid, control);
}

}  // namespace impinge
