// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: two faces that share a point share the cell of that point, so a face none of whose cells the other body has
// marked meets nothing. Nothing is precomputed; cost: some nanoseconds for each face in the region, memory: two bits a cell.
// From the z-lists of M. Shinya, M.-C. Forgue, 1991, with bits for the lists as in E. Eisemann, X. Décoret, Fast scene
// voxelization and applications, 2006.
#include "localise/slice_map/slice_map.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/simd_lanes.h"
#include "cull/overlap_region/face_cells.h"
#include "cull/overlap_region/mask_marks.h"
#include "localise/slice_map/cell_pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/slice_map/slice_map.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The cell numbers of one axis.
template <class V>
HWY_INLINE V cell_lanes(V codes, int axis) {
  return hn::And(hn::ShiftRightSame(codes, 8 * axis), hn::Set(hn::DFromV<V>(), 255u));
}

// Marks the cells of the boxes of some faces: those that stand in two columns by two and in one word of each, which are
// nearly all. The others are listed in `left`; returns how many. What is to be written is prepared in lanes.
size_t mark_faces(const SliceMask::Words& mask, const RegionFace* faces, size_t count, std::uint32_t* left) {
  const hn::CappedTag<uint32_t, kMaxLanes> d;
  const size_t n = hn::Lanes(d);
  const auto column = hn::Set(d, mask.column), row = hn::Set(d, mask.row), one = hn::Set(d, 1u);
  const auto most = hn::Set(d, 30u);  // steps along a column that 32 bits hold
  std::uint32_t word[kMaxLanes], next_x[kMaxLanes], next_y[kMaxLanes], height[kMaxLanes], above[kMaxLanes];
  std::uint32_t large[kMaxLanes];
  size_t left_count = 0, i = 0;
  for (; i + n <= count; i += n) {
    hn::Vec<decltype(d)> face, low, high;
    hn::LoadInterleaved3(d, &faces[i].face, face, low, high);
    const auto x = cell_lanes(low, 0), y = cell_lanes(low, 1), z = cell_lanes(low, 2), z1 = cell_lanes(high, 2);
    const auto dx = hn::Sub(cell_lanes(high, 0), x), dy = hn::Sub(cell_lanes(high, 1), y);
    const auto first = hn::ShiftRight<6>(z);
    const auto far = hn::Or(hn::Gt(hn::Max(dx, dy), one), hn::Ne(first, hn::ShiftRight<6>(z1)));
    const auto dz = hn::Sub(z1, z);
    hn::StoreU(hn::IfThenElseZero(hn::Or(far, hn::Gt(dz, most)), one), d, large);
    hn::StoreU(hn::Add(hn::Add(hn::Mul(y, row), hn::Mul(x, column)), first), d, word);
    hn::StoreU(hn::Mul(dx, column), d, next_x);
    hn::StoreU(hn::Mul(dy, row), d, next_y);
    hn::StoreU(hn::Sub(hn::Shl(hn::Set(d, 2u), hn::Min(dz, most)), one), d, height);
    hn::StoreU(hn::And(z, hn::Set(d, 63u)), d, above);
    for (size_t k = 0; k < n; ++k) {
      if (large[k] != 0) {
        left[left_count++] = static_cast<std::uint32_t>(i + k);
        continue;
      }
      // All are read before one is written, lest each waits for the one before it; those that are the same are written the
      // same.
      const std::uint64_t bits = std::uint64_t{height[k]} << above[k];
      std::uint64_t* const here = mask.words + word[k];
      std::uint64_t* const there = here + next_y[k];
      const std::uint64_t before[4] = {here[0], here[next_x[k]], there[0], there[next_x[k]]};
      here[0] = before[0] | bits;
      here[next_x[k]] = before[1] | bits;
      there[0] = before[2] | bits;
      there[next_x[k]] = before[3] | bits;
    }
  }
  for (; i < count; ++i) left[left_count++] = static_cast<std::uint32_t>(i);
  return left_count;
}

// Those of some faces that have a marked cell in their boxes, or are too large to tell here; kMaxLanes more may be written.
size_t keep_marked(const SliceMask::View& mask, const RegionFace* faces, size_t count, RegionFace* kept) {
  constexpr std::uint32_t kSteps = RegionGrid::kLongest, kHeight = SliceMask::View::kHeight;
  const hn::ScalableTag<uint32_t> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto one = hn::Set(d, 1u), row = hn::Set(d, mask.row), column = hn::Set(d, mask.column);
  const auto* const words = reinterpret_cast<const std::uint32_t*>(mask.bytes);
  const size_t n = hn::Lanes(d);
  size_t kept_count = 0;
  RegionFace last[kMaxLanes];
  for (size_t i = 0; i < count; i += n) {
    const RegionFace* from = faces + i;
    if (i + n > count) {  // the last face again and again
      for (size_t k = 0; k < n; ++k) last[k] = faces[std::min(i + k, count - 1)];
      from = last;
    }
    hn::Vec<decltype(d)> face, low, high;
    hn::LoadInterleaved3(d, &from->face, face, low, high);
    const auto x0 = cell_lanes(low, 0), y0 = cell_lanes(low, 1), z0 = cell_lanes(low, 2);
    const auto dx = hn::Sub(cell_lanes(high, 0), x0), dy = hn::Sub(cell_lanes(high, 1), y0),
               dz = hn::Sub(cell_lanes(high, 2), z0);
    auto keep = hn::Or(hn::Gt(hn::Max(dx, dy), hn::Set(d, kSteps)), hn::Gt(dz, hn::Set(d, kHeight)));
    const auto height = hn::Sub(hn::Shl(hn::Set(d, 2u), hn::Min(dz, hn::Set(d, kHeight))), one);
    const auto bits = hn::Shl(height, hn::And(z0, hn::Set(d, 7u)));
    const auto corner = hn::Add(hn::Add(hn::Mul(y0, row), hn::Mul(x0, column)), hn::ShiftRight<3>(z0));
    for (std::uint32_t v = 0; v <= kSteps; ++v) {
      if (v > 0 && hn::AllFalse(d, hn::Gt(dy, hn::Set(d, v - 1)))) break;
      const auto in_row = hn::Add(corner, hn::Mul(hn::Min(dy, hn::Set(d, v)), row));
      for (std::uint32_t u = 0; u <= kSteps; ++u) {
        if (u > 0 && hn::AllFalse(d, hn::Gt(dx, hn::Set(d, u - 1)))) break;
        const auto at = hn::Add(in_row, hn::Mul(hn::Min(dx, hn::Set(d, u)), column));
        const auto found = hn::And(hn::GatherOffset(d, words, hn::BitCast(di, at)), bits);
        keep = hn::Or(keep, hn::Ne(found, hn::Zero(d)));
      }
    }
    if (i + n > count) keep = hn::And(keep, hn::FirstN(d, count - i));
    if (hn::AllFalse(d, keep)) continue;
    hn::StoreInterleaved3(hn::Compress(face, keep), hn::Compress(low, keep), hn::Compress(high, keep), d,
                          &kept[kept_count].face);
    kept_count += hn::CountTrue(d, keep);
  }
  return kept_count;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(keep_marked);
HWY_EXPORT(mark_faces);

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

void mark(const Side& side, std::span<const RegionFace> faces, const RegionGrid& grid, SliceMask& mask) {
  if (mask.shared()) {
    for (const RegionFace& f : faces) mark(side, f, grid, mask);
    return;
  }
  thread_local std::vector<std::uint32_t> left;
  left.resize(faces.size());
  const std::size_t count = HWY_DYNAMIC_DISPATCH(mark_faces)(mask.to_write(), faces.data(), faces.size(), left.data());
  for (std::size_t i = 0; i < count; ++i) mark(side, faces[left[i]], grid, mask);
}

SliceMask mark_all(const Side& side, const RegionGrid& grid, Control& control) {
  MaskMarks marks(grid);
  tbb::parallel_for(std::size_t{0}, side.faces.pieces.size(), [&](std::size_t i) {
    control.poll();
    mark(side, side.faces.pieces[i], grid, marks.mine());
  });
  return marks.concatenate();
}

// Too large for keep_marked to tell.
bool too_large(const RegionFace& f) {
  const auto steps = [&](int axis) { return cell_of(f.high, axis) - cell_of(f.low, axis); };
  return std::max(steps(0), steps(1)) > RegionGrid::kLongest || steps(2) > SliceMask::View::kHeight;
}

// The faces with a marked cell; those are marked in `own` if given.
FacePieces marked(const Side& side, const RegionGrid& grid, const SliceMask& mask, MaskMarks* own, Control& control) {
  FacePieces kept(side.faces.pieces.size());
  tbb::parallel_for(std::size_t{0}, kept.size(), [&](std::size_t i) {
    control.poll();
    const KeptVector<RegionFace>& faces = side.faces.pieces[i];
    thread_local std::vector<RegionFace> found;
    found.resize(faces.size() + kMaxLanes);
    const std::size_t count = HWY_DYNAMIC_DISPATCH(keep_marked)(mask.view(), faces.data(), faces.size(), found.data());
    const auto end =
        std::remove_if(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), [&](const RegionFace& f) {
          return too_large(f) &&
                 !visit_cells(side.object, f, grid, [&](const SliceMask::Cells& c) { return mask.marked(c); });
        });
    kept[i].assign(found.begin(), end);
    if (own == nullptr) return;
    mark(side, kept[i], grid, own->mine());
  });
  return kept;
}

constexpr std::size_t kFewFaces = 16;  // of both objects each: sixteen by sixteen boxes cost less than masks

KeptVector<Candidate> all_box_pairs(const ObjectPair& objects, const Side& a, const Side& b) {
  std::array<std::uint32_t, kFewFaces> b_faces;
  std::array<Box, kFewFaces> b_boxes;
  std::size_t count = 0;
  for (const KeptVector<RegionFace>& piece : b.faces.pieces)
    for (const RegionFace& f : piece) {
      b_faces[count] = f.face;
      b_boxes[count++] = box_of(b.object.triangle(f.face));
    }
  KeptVector<Candidate> found;
  for (const KeptVector<RegionFace>& piece : a.faces.pieces)
    for (const RegionFace& f : piece) {
      const Box box = box_of(a.object.triangle(f.face));
      for (std::size_t i = 0; i < count; ++i)
        if (boxes_meet(box, b_boxes[i])) found.push_back({objects.a, objects.b, f.face, b_faces[i]});
    }
  return found;
}

}  // namespace

std::optional<KeptVector<Candidate>> slice_map(std::span<const WorldObject> world, const PairRegion& region,
                                               Control& control) {
  const Side a{world[region.objects.a], region.a}, b{world[region.objects.b], region.b};
  if (a.faces.count == 0 || b.faces.count == 0) return KeptVector<Candidate>();
  if (std::max(a.faces.count, b.faces.count) <= kFewFaces) return all_box_pairs(region.objects, a, b);
  MaskMarks b_marks(region.grid);
  const FacePieces b_kept = marked(b, region.grid, mark_all(a, region.grid, control), &b_marks, control);
  const FacePieces a_kept = marked(a, region.grid, b_marks.concatenate(), nullptr, control);
  return cell_pairs(region.objects, a.object, a_kept, b.object, b_kept, region.grid, control);
}

}  // namespace impinge
#endif
