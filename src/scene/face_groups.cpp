// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/face_groups.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "scene/vertex_boxes.h"

namespace impinge {

namespace {

constexpr std::size_t kMostBlocks = 16;  // of a group on average: more cost as much to look at as the faces

// The different blocks of some faces, ascending. Neighbours share most of them, so few corners look at the list.
void list_blocks(std::span<const Face> faces, std::vector<std::uint32_t>& blocks) {
  std::uint32_t recent[3] = {~0u, ~0u, ~0u};
  for (const Face& f : faces)
    for (int k = 0; k < 3; ++k) {
      const auto block = static_cast<std::uint32_t>(f[k] / VertexBoxes::kBlock);
      if (block == recent[0] || block == recent[1] || block == recent[2]) continue;
      recent[k] = block;
      blocks.push_back(block);
    }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

}  // namespace

FaceGroups::FaceGroups(std::span<const Face> faces) {
  const std::size_t groups = (faces.size() + kFaces - 1) / kFaces;
  std::vector<std::vector<std::uint32_t>> lists(groups);
  tbb::parallel_for(std::size_t{0}, groups, [&](std::size_t g) {
    list_blocks(faces.subspan(g * kFaces, std::min(kFaces, faces.size() - g * kFaces)), lists[g]);
  });
  std::size_t count = 0;
  for (const auto& list : lists) count += list.size();
  if (count > groups * kMostBlocks) return;
  first_.reserve(groups + 1);
  blocks_.reserve(count);
  for (const auto& list : lists) {
    first_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.insert(blocks_.end(), list.begin(), list.end());
  }
  first_.push_back(static_cast<std::uint32_t>(blocks_.size()));
}

}  // namespace impinge
