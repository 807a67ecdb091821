// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a group is dropped only if all blocks of vertices that it refers to, or all between the first and the last of
// them, lie beyond one side of the region. Where the blocks are not known from before, the faces are read once, for the
// lowest and highest number of a vertex alone, which is the rate of memory.
#include "cull/near_groups.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "scene/vertex_boxes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/near_groups.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The lowest and highest corner of each group of faces. Plain loops: the compiler makes vectors of them for each target.
void corner_ranges(std::span<const Face> faces, std::span<std::array<std::uint32_t, 2>> ranges) {
  for (size_t g = 0; g < ranges.size(); ++g) {
    const size_t begin = g * FaceGroups::kFaces, n = std::min(FaceGroups::kFaces, faces.size() - begin);
    const std::uint32_t* corners = faces[begin].data();
    std::uint32_t lowest = ~0u, highest = 0;
    for (size_t i = 0; i < 3 * n; ++i) {
      lowest = std::min(lowest, corners[i]);
      highest = std::max(highest, corners[i]);
    }
    ranges[g] = {lowest, highest};
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(corner_ranges);

constexpr std::size_t kGrain = 128;      // groups a task
constexpr std::uint32_t kMostSpan = 15;  // blocks from the first to the last: more cost as much as the faces

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

  bool look_between(std::uint32_t first, std::uint32_t last) {
    return look_through([&](const auto& visit) {
      for (std::uint32_t b = first; b <= last; ++b) visit(b);
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
    std::array<std::array<std::uint32_t, 2>, kGrain> ranges;
    const std::span<const Face> faces = object_.faces.subspan(begin * FaceGroups::kFaces);
    HWY_DYNAMIC_DISPATCH(corner_ranges)(faces, std::span(ranges).first(end - begin));
    for (std::size_t g = begin; g < end; ++g) {
      const auto [lowest, highest] = ranges[g - begin];
      const std::uint32_t first = lowest / VertexBoxes::kBlock, last = highest / VertexBoxes::kBlock;
      near[g] = last - first <= kMostSpan ? look_between(first, last) : look_at_corners(g);
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
