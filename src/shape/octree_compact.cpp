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

  // One greedy scan that starts at the cubes of that edge; sizes are shuffled where there are dice.
  std::vector<OctreeCube> scan(std::uint32_t most, std::uint64_t* dice) {
    free_ = largest_;
    most = std::min<std::uint32_t>(most, *std::max_element(largest_.begin(), largest_.end()));
    std::vector<std::vector<std::uint32_t>> sizes(most + 1);
    for (std::uint32_t i = 0; i < largest_.size(); ++i)
      if (largest_[i] != 0) sizes[std::min<std::uint32_t>(largest_[i], most)].push_back(i);
    std::vector<OctreeCube> taken;
    for (std::uint32_t edge = most; edge > 0; --edge) {
      std::vector<std::uint32_t>& list = sizes[edge];
      if (dice != nullptr) shuffle(list, *dice);
      for (const std::uint32_t i : list) {
        if (free_[i] == 0) continue;
        if (const std::uint32_t room = free_edge(i, edge); room < edge) {
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

  static constexpr std::uint32_t kMostEdge = 255;

 private:
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

// Covers small neighbourhoods anew, in random orders, and keeps what is no worse: a restart for each cube.
class Neighbourhoods {
 public:
  Neighbourhoods(std::vector<OctreeCube> cubes, std::uint64_t& dice) : cubes_(std::move(cubes)), dice_(dice) {
    std::uint32_t high[3] = {0, 0, 0};
    for (const OctreeCube& c : cubes_) {
      const std::uint32_t at[3] = {c.x, c.y, c.z};
      for (int k = 0; k < 3; ++k) low_[k] = std::min(low_[k], at[k]), high[k] = std::max(high[k], at[k] + c.edge);
    }
    for (int k = 0; k < 3; ++k) size_[k] = high[k] - low_[k];
    owner_.assign(std::size_t{size_[0]} * size_[1] * size_[2], kNone);
    for (std::uint32_t i = 0; i < cubes_.size(); ++i) own(i);
  }

  void restart_all() {
    for (std::size_t n = cubes_.size(); n > 0; --n) restart(random() % cubes_.size());
  }
  std::vector<OctreeCube> take() { return std::move(cubes_); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::uint32_t kMostEdge = 12;  // larger cubes stay where they are
  static constexpr std::uint32_t kAround = 2;     // voxels

  std::uint64_t random() {
    dice_ = dice_ * 6364136223846793005u + 1442695040888963407u;
    return dice_ >> 33;
  }

  void own(std::uint32_t i) {
    const OctreeCube& c = cubes_[i];
    for (std::uint32_t z = c.z; z < c.z + c.edge; ++z)
      for (std::uint32_t y = c.y; y < c.y + c.edge; ++y) {
        std::uint32_t* row = owner_.data() + (std::size_t{z - low_[2]} * size_[1] + y - low_[1]) * size_[0] + c.x - low_[0];
        std::fill_n(row, c.edge, i);
      }
  }

  // The cubes in and next to one, each once.
  std::vector<std::uint32_t> around(const OctreeCube& c) const {
    const std::uint32_t at[3] = {c.x, c.y, c.z};
    std::uint32_t from[3], to[3];
    for (int k = 0; k < 3; ++k) {
      from[k] = at[k] - low_[k] - std::min(kAround, at[k] - low_[k]);
      to[k] = std::min(at[k] - low_[k] + c.edge + kAround, size_[k]);
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t z = from[2]; z < to[2]; ++z)
      for (std::uint32_t y = from[1]; y < to[1]; ++y)
        for (std::uint32_t x = from[0]; x < to[0]; ++x) {
          const std::uint32_t i = owner_[(std::size_t{z} * size_[1] + y) * size_[0] + x];
          if (i != kNone && cubes_[i].edge <= kMostEdge && (found.empty() || found.back() != i)) found.push_back(i);
        }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  void restart(std::size_t index) {
    if (cubes_[index].edge > kMostEdge) return;
    const std::vector<std::uint32_t> old = around(cubes_[index]);
    std::vector<OctreeCube> part;
    for (const std::uint32_t i : old) part.push_back(cubes_[i]);
    std::uint64_t dice = random();
    const std::uint32_t caps[] = {Block::kMostEdge, Block::kMostEdge, 2, 3, 4};
    const std::vector<OctreeCube> anew = Block(part).scan(caps[random() % 5], &dice);
    if (anew.size() > old.size()) return;
    for (std::size_t k = 0; k < anew.size(); ++k) cubes_[old[k]] = anew[k], own(old[k]);
    // The places that were saved are filled from the end.
    for (std::size_t k = old.size(); k-- > anew.size();) {
      const auto last = static_cast<std::uint32_t>(cubes_.size() - 1);
      cubes_[old[k]] = cubes_[last];
      cubes_.pop_back();
      if (old[k] != last) own(old[k]);
    }
  }

  std::vector<OctreeCube> cubes_;
  std::uint64_t& dice_;
  std::uint32_t low_[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, size_[3];
  std::vector<std::uint32_t> owner_;  // of each voxel
};

// The report starts its scans at every cube of the list. Starts among cubes of one size hardly differ, so one start for each
// size is taken: the largest, then from 2 on.
std::vector<OctreeCube> compacted_block(std::span<const OctreeCube> cubes, const Compaction& compaction) {
  Block block(cubes);
  std::vector<OctreeCube> best(cubes.begin(), cubes.end());
  for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(compaction.scans); ++s) {
    std::vector<OctreeCube> found = block.scan(s == 0 ? Block::kMostEdge : s < 8 ? s + 1 : 4 * (s - 5), nullptr);
    if (found.size() < best.size()) best = std::move(found);
  }
  std::uint64_t dice = compaction.seed;
  for (int r = 0; r < compaction.restarts; ++r) {
    Neighbourhoods neighbourhoods(std::move(best), dice);
    neighbourhoods.restart_all();
    best = neighbourhoods.take();
  }
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
