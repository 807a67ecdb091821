// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.3 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994. The report lists
// every cube of whole edge that lies in the black part and takes, from the largest on, those that overlap none taken before.
// Here the list is implicit: the largest black cube at each voxel is known from its neighbours, and a cube that has lost
// room goes down to the size it has left. Blocks of 256^3 voxels are compacted one by one.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/octree.h>

#include <algorithm>

#include "shape/octree_key.h"

namespace impinge {

namespace {

constexpr int kBlockHeight = 8;

class Block {
 public:
  // The nodes of one block; the grid is their bounding box.
  explicit Block(std::span<const OctreeCube> cubes) : low_{UINT32_MAX, UINT32_MAX, UINT32_MAX}, size_{0, 0, 0} {
    std::uint32_t high[3] = {0, 0, 0};
    for (const OctreeCube& c : cubes) {
      const std::uint32_t at[3] = {c.x, c.y, c.z};
      for (int k = 0; k < 3; ++k) low_[k] = std::min(low_[k], at[k]), high[k] = std::max(high[k], at[k] + c.edge);
    }
    for (int k = 0; k < 3; ++k) size_[k] = high[k] - low_[k];
    largest_.assign(std::size_t{size_[0]} * size_[1] * size_[2], 0);
    for (const OctreeCube& c : cubes)
      visit(
          index(c.x - low_[0], c.y - low_[1], c.z - low_[2]), c.edge, [&](std::uint8_t& voxel) { voxel = 1; }, largest_);
    grow();
  }

  // One greedy scan that passes over the first `skip` cubes of the list; sizes are shuffled where there are dice.
  std::vector<OctreeCube> scan(std::size_t skip, std::uint64_t* dice) {
    free_ = largest_;
    std::vector<std::vector<std::uint32_t>> sizes(kMostEdge + 1);
    for (std::uint32_t i = 0; i < largest_.size(); ++i)
      if (largest_[i] != 0) sizes[largest_[i]].push_back(i);
    std::vector<OctreeCube> taken;
    for (std::uint32_t edge = kMostEdge; edge > 0; --edge) {
      std::vector<std::uint32_t>& list = sizes[edge];
      if (dice != nullptr) shuffle(list, *dice);
      for (const std::uint32_t i : list) {
        if (free_[i] == 0) continue;
        std::uint32_t room = free_edge(i, edge);
        if (room == edge && skip > 0 && edge > 1) --skip, --room;
        if (room < edge) {
          sizes[room].push_back(i);
          continue;
        }
        visit(
            i, edge, [](std::uint8_t& voxel) { voxel = 0; }, free_);
        taken.push_back(
            {low_[0] + i % size_[0], low_[1] + i / size_[0] % size_[1], low_[2] + i / (size_[0] * size_[1]), edge});
      }
      list = {};
    }
    return taken;
  }

  // How many cubes of the list have the largest edge that occurs, and one less.
  std::size_t large_cubes() const {
    const std::uint8_t most = *std::max_element(largest_.begin(), largest_.end());
    return static_cast<std::size_t>(
        std::count_if(largest_.begin(), largest_.end(), [&](std::uint8_t e) { return e + 1 >= most; }));
  }

 private:
  static constexpr std::uint32_t kMostEdge = 255;

  std::uint32_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return (z * size_[1] + y) * size_[0] + x; }

  template <typename Work>
  void visit(std::uint32_t corner, std::uint32_t edge, const Work& work, std::vector<std::uint8_t>& voxels) const {
    for (std::uint32_t z = 0; z < edge; ++z)
      for (std::uint32_t y = 0; y < edge; ++y)
        for (std::uint32_t x = 0; x < edge; ++x) work(voxels[corner + (z * size_[1] + y) * size_[0] + x]);
  }

  // From the far corner back: one more than the smallest of the seven neighbours.
  void grow() {
    for (std::uint32_t z = size_[2]; z-- > 0;)
      for (std::uint32_t y = size_[1]; y-- > 0;)
        for (std::uint32_t x = size_[0]; x-- > 0;) {
          std::uint8_t& here = largest_[index(x, y, z)];
          if (here == 0 || x + 1 == size_[0] || y + 1 == size_[1] || z + 1 == size_[2]) continue;
          std::uint32_t least = kMostEdge - 1;
          for (std::uint32_t n = 1; n < 8; ++n)
            least = std::min<std::uint32_t>(least, largest_[index(x + (n & 1), y + (n >> 1 & 1), z + (n >> 2))]);
          here = static_cast<std::uint8_t>(least + 1);
        }
  }

  // The largest free cube at a free voxel, up to `most`: shell by shell.
  std::uint32_t free_edge(std::uint32_t corner, std::uint32_t most) const {
    const auto is_free = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      return free_[corner + (z * size_[1] + y) * size_[0] + x] != 0;
    };
    for (std::uint32_t e = 1; e < most; ++e)
      for (std::uint32_t v = 0; v <= e; ++v)
        for (std::uint32_t u = 0; u <= e; ++u)
          if (!is_free(e, u, v) || !is_free(u, e, v) || !is_free(u, v, e)) return e;
    return most;
  }

  static void shuffle(std::vector<std::uint32_t>& list, std::uint64_t& dice) {
    for (std::size_t i = list.size(); i > 1; --i) {
      dice = dice * 6364136223846793005u + 1442695040888963407u;
      std::swap(list[i - 1], list[(dice >> 33) % i]);
    }
  }

  std::uint32_t low_[3], size_[3];
  std::vector<std::uint8_t> largest_;  // edge of the largest black cube whose lowest corner is here; 0: white
  std::vector<std::uint8_t> free_;     // not 0: black and not taken yet
};

std::vector<OctreeCube> compacted_block(std::span<const OctreeCube> cubes, const Compaction& compaction) {
  Block block(cubes);
  std::vector<OctreeCube> best;
  const auto keep = [&](std::vector<OctreeCube> found) {
    if (best.empty() || found.size() < best.size()) best = std::move(found);
  };
  const std::size_t large = block.large_cubes(), scans = static_cast<std::size_t>(compaction.scans);
  for (std::size_t s = 0; s < scans; ++s) keep(block.scan(s * std::max<std::size_t>(large / scans, 1), nullptr));
  std::uint64_t dice = compaction.seed;
  for (int r = 0; r < compaction.restarts; ++r) keep(block.scan(0, &dice));
  return best;
}

}  // namespace

std::vector<OctreeCube> compacted(const Octree& octree, const Compaction& compaction) {
  if (compaction.scans < 1 || compaction.restarts < 0)
    throw Error(ErrorCode::bad_argument, "compacted: give one scan or more, and no negative number of restarts");
  if (octree.frame().level > OctreeFrame::kMaxMadeLevel)
    throw Error(ErrorCode::bad_argument, fmt::format("compacted: level {} at most", OctreeFrame::kMaxMadeLevel));
  std::vector<OctreeCube> all;
  const std::vector<OctreeCube> cubes = octree.cubes();
  const std::span<const std::uint64_t> nodes = octree.nodes();
  for (std::size_t begin = 0, end; begin < nodes.size(); begin = end) {
    // A node larger than a block is one cube, and no neighbour can make it larger.
    const std::uint64_t block = node_code(nodes[begin]) >> 3 * kBlockHeight;
    for (end = begin; end < nodes.size() && node_code(nodes[end]) >> 3 * kBlockHeight == block; ++end) {
    }
    if (node_height(nodes[begin]) >= kBlockHeight) {
      all.push_back(cubes[begin]);
      continue;
    }
    const std::vector<OctreeCube> found = compacted_block(std::span(cubes).subspan(begin, end - begin), compaction);
    all.insert(all.end(), found.begin(), found.end());
  }
  // Neighbours together, which motion likes.
  std::sort(all.begin(), all.end(),
            [](const OctreeCube& a, const OctreeCube& b) { return morton(a.x, a.y, a.z) < morton(b.x, b.y, b.z); });
  return all;
}

}  // namespace impinge
