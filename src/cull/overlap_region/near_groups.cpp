// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a group is dropped only if all blocks of vertices that it refers to lie beyond one side of the region. Where the
// blocks are not known from before, the faces are read once for them, which is the rate of memory: one bit for each of the
// blocks around that of the first corner. Two neighbouring rings of a globe are two bits with nothing between.
#include "cull/overlap_region/near_groups.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "base/simd_lanes.h"
#include "cull/overlap_region/block_set.h"
#include "scene/vertex_boxes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region/near_groups.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The blocks of each group of faces.
void collect_blocks(std::span<const Face> faces, std::span<BlockSet> sets) {
  constexpr auto kBlock = static_cast<std::uint32_t>(VertexBoxes::kBlock);
  const hn::CappedTag<uint32_t, kMaxLanes> d;
  const size_t n = hn::Lanes(d);
  for (size_t g = 0; g < sets.size(); ++g) {
    const size_t begin = g * FaceGroups::kFaces, count = 3 * std::min(FaceGroups::kFaces, faces.size() - begin);
    const std::uint32_t* corners = faces[begin].data();
    BlockSet& set = sets[g];
    set.first = corners[0] / kBlock - BlockSet::kBlocks / 2;  // may wrap around, and back again
    const auto first = hn::Set(d, set.first), one = hn::Set(d, 1u), last = hn::Set(d, BlockSet::kBlocks - 1);
    auto bits = hn::Zero(d), farthest = hn::Zero(d);
    const auto add = [&](auto vertex) HWY_ATTR {
      const auto block = hn::Sub(hn::ShiftRight<std::countr_zero(kBlock)>(vertex), first);
      farthest = hn::Max(farthest, block);
      bits = hn::Or(bits, hn::Shl(one, hn::And(block, last)));
    };
    size_t i = 0;
    for (; i + n <= count; i += n) add(hn::LoadU(d, corners + i));
    for (; i < count; ++i) add(hn::Set(d, corners[i]));
    std::uint32_t lanes[kMaxLanes], far_lanes[kMaxLanes];
    hn::StoreU(bits, d, lanes);
    hn::StoreU(farthest, d, far_lanes);
    set.bits = 0;
    for (size_t k = 0; k < n; ++k) set.bits |= lanes[k];
    for (size_t k = 0; k < n; ++k)
      if (far_lanes[k] >= BlockSet::kBlocks) set.bits = 0;
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(collect_blocks);

constexpr std::size_t kGrain = 128;  // groups a task

// Looks at groups one after the other, and notes the far blocks that have corners of near ones.
class GroupSearch {
 public:
  GroupSearch(const WorldObject& object, const VertexCodes& codes)
      : object_(object), far_(codes.far_blocks), wanted_(far_.size()) {}

  void look(std::size_t begin, std::size_t end, std::uint8_t* near) {
    if (object_.groups != nullptr)
      for (std::size_t g = begin; g < end; ++g) near[g] = look_at(object_.groups->blocks(g));
    else
      look_at_faces(begin, end, near);
  }

  bool wanted(std::size_t block) const { return wanted_[block] != 0; }

 private:
  void want(std::size_t block) {
    if (far_[block] != 0) std::atomic_ref(wanted_[block]).store(1, std::memory_order_relaxed);
  }

  bool look_at(std::span<const std::uint32_t> blocks) {
    return look_through([&](const auto& visit) {
      for (const std::uint32_t b : blocks) visit(b);
    });
  }

  bool look_at(const BlockSet& set) {
    return look_through([&](const auto& visit) {
      for (std::uint32_t left = set.bits; left != 0; left &= left - 1)
        visit(set.first + static_cast<std::uint32_t>(std::countr_zero(left)));
    });
  }

  // `each` calls what it is given for every block of a group.
  template <typename Each>
  bool look_through(const Each& each) {
    unsigned sides = ~0u;
    each([&](std::uint32_t b) { sides &= far_[b]; });
    if (sides == 0) each([&](std::uint32_t b) { want(b); });
    return sides == 0;
  }

  void look_at_faces(std::size_t begin, std::size_t end, std::uint8_t* near) {
    std::array<BlockSet, kGrain> sets;
    const std::span<const Face> faces = object_.faces.subspan(begin * FaceGroups::kFaces);
    HWY_DYNAMIC_DISPATCH(collect_blocks)(faces, std::span(sets).first(end - begin));
    for (std::size_t g = begin; g < end; ++g) {
      const BlockSet& set = sets[g - begin];
      near[g] = set.bits != 0 ? look_at(set) : look_at_corners(g);
    }
  }

  bool look_at_corners(std::size_t group) {
    const std::size_t begin = group * FaceGroups::kFaces;
    for (const Face& f : object_.faces.subspan(begin, std::min(FaceGroups::kFaces, object_.faces.size() - begin)))
      for (const std::uint32_t v : f) want(v / VertexBoxes::kBlock);
    return true;
  }

  const WorldObject& object_;
  std::span<const std::uint8_t> far_;
  std::vector<std::uint8_t> wanted_;
};

}  // namespace

std::vector<std::uint8_t> near_groups(const WorldObject& object, const RegionGrid& grid, VertexCodes& codes) {
  const std::size_t groups = (object.faces.size() + FaceGroups::kFaces - 1) / FaceGroups::kFaces;
  std::vector<std::uint8_t> near(groups);
  GroupSearch search(object, codes);
  tbb::parallel_for(std::size_t{0}, (groups + kGrain - 1) / kGrain,
                    [&](std::size_t i) { search.look(i * kGrain, std::min(groups, (i + 1) * kGrain), near.data()); });
  tbb::parallel_for(std::size_t{0}, codes.far_blocks.size(), [&](std::size_t block) {
    if (search.wanted(block)) encode_far_block(object, grid, block, codes);
  });
  return near;
}

}  // namespace impinge
#endif
