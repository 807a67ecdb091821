// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/face_octree/face_octree_voxel.h"

#include "base/simd_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/face_octree/face_octree_voxel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "localise/face_octree/face_octree_neighbours-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

using BoxTag = hn::ScalableTag<int32_t>;

HWY_INLINE std::uint64_t bits_of(hn::Mask<BoxTag> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(BoxTag(), mask, bytes);
  std::uint64_t bits = 0;
  for (int k = 0; k < 8; ++k) bits |= std::uint64_t{bytes[k]} << 8 * k;
  return bits;
}

// Calls visit(j, bits) for the later faces whose boxes meet that of face i: bit k is face j + k.
template <typename Visit>
HWY_INLINE void each_meeting_box(const VoxelFaces& v, size_t i, const Visit& visit) {
  const BoxTag d;
  const auto lx = hn::Set(d, v.low[0][i]), ly = hn::Set(d, v.low[1][i]), lz = hn::Set(d, v.low[2][i]);
  const auto hx = hn::Set(d, v.high[0][i]), hy = hn::Set(d, v.high[1][i]), hz = hn::Set(d, v.high[2][i]);
  const auto marks = hn::Set(d, v.marks[i]), all = hn::Set(d, 7);
  for (size_t j = v.others[i]; j < v.size; j += hn::Lanes(d)) {
    const auto apart_x = hn::Or(hn::Gt(hn::LoadU(d, &v.low[0][j]), hx), hn::Gt(lx, hn::LoadU(d, &v.high[0][j])));
    const auto apart_y = hn::Or(hn::Gt(hn::LoadU(d, &v.low[1][j]), hy), hn::Gt(ly, hn::LoadU(d, &v.high[1][j])));
    const auto apart_z = hn::Or(hn::Gt(hn::LoadU(d, &v.low[2][j]), hz), hn::Gt(lz, hn::LoadU(d, &v.high[2][j])));
    const auto here = hn::Eq(hn::Or(marks, hn::LoadU(d, &v.marks[j])), all);
    const auto meet = hn::AndNot(hn::Or(hn::Or(apart_x, apart_y), apart_z), here);
    if (!hn::AllFalse(d, meet)) visit(j, bits_of(meet));
  }
}

void find_voxel_pairs(const VoxelFaces& v, size_t begin, size_t end, std::vector<PairKey>& found) {
  for (size_t i = begin; i < end; ++i) {
    const auto push = [&](size_t j, std::uint64_t bits) HWY_ATTR {
      for (; bits != 0; bits &= bits - 1)
        found.push_back(PairKey{v.faces[i]} << 32 | v.faces[j + static_cast<size_t>(__builtin_ctzll(bits))]);
    };
    if (!v.self) {
      each_meeting_box(v, i, push);
      continue;
    }
    const Neighbours neighbours(v, i);
    each_meeting_box(v, i, [&](size_t j, std::uint64_t bits) HWY_ATTR { push(j, neighbours.drop(j, bits)); });
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(find_voxel_pairs);

}  // namespace

void VoxelFaces::make_room() {
  const std::size_t room = 2 * size + kMaxLanes;
  if (faces.size() < size + kMaxLanes) {
    for (auto* v : {&low[0], &low[1], &low[2], &high[0], &high[1], &high[2], &marks}) v->resize(room);
    for (auto* v : {&faces, &others}) v->resize(room);
  }
  if (self && corners[0].size() < size + kMaxLanes)
    for (auto& c : corners) c.resize(room);
}

void VoxelFaces::assign(const FaceLattice& lattice, const OctreeNode& voxel, std::span<const std::uint32_t> chosen,
                        double long_extent, bool with_itself) {
  size = chosen.size();
  self = with_itself;
  make_room();
  std::size_t object_begin = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const LatticeFace& f = lattice[chosen[i]];
    std::int32_t mark = 0;
    for (int k = 0; k < 3; ++k) {
      low[k][i] = f.low[k];
      high[k][i] = f.high[k];
      mark |= (f.low[k] >= voxel.low[k] ? 1 : 0) << k;
    }
    marks[i] = lattice.extent(f) > long_extent ? 7 : mark;
    faces[i] = chosen[i];
    others[i] = static_cast<std::uint32_t>(i + 1);
    if (self || f.object == lattice[chosen[object_begin]].object) continue;
    for (; object_begin < i; ++object_begin) others[object_begin] = static_cast<std::uint32_t>(i);
  }
  if (!self)
    for (; object_begin < size; ++object_begin) others[object_begin] = static_cast<std::uint32_t>(size);
  for (std::size_t i = size; i < size + kMaxLanes; ++i) marks[i] = -1;  // beyond the end: found nowhere
  if (self) assign_corners(lattice);
}

void VoxelFaces::assign_corners(const FaceLattice& lattice) {
  for (std::size_t i = 0; i < size; ++i) {
    const LatticeFace& f = lattice[faces[i]];
    const WorldObject& object = lattice.object(f);
    const Triangle t = object.triangle(f.face);
    const Face ids = object.topology->corners(object.faces[f.face]);
    for (std::size_t k = 0; k < 3; ++k) {
      for (int axis = 0; axis < 3; ++axis) corners[4 * k + static_cast<std::size_t>(axis)][i] = t.p[k][axis];
      corners[4 * k + 3][i] = ids[k];
    }
  }
}

void VoxelFaces::find_pairs(std::size_t begin, std::size_t end, std::vector<PairKey>& found) const {
  HWY_DYNAMIC_DISPATCH(find_voxel_pairs)(*this, begin, end, found);
}

}  // namespace impinge
#endif
