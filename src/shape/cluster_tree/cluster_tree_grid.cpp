// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/cluster_tree/cluster_tree_grid.h"

#include <algorithm>
#include <array>
#include <optional>

namespace impinge {

namespace {

// Cells [low, high] on each axis, tight around the faces in them.
struct Block {
  std::array<int, 3> low, high;
  std::uint32_t count = 0;
  bool one_cell() const { return low == high; }
};

using Sums = std::array<std::array<std::uint32_t, ClusterGrid::kEdge>, 3>;

class Splitter {
 public:
  Splitter(const ClusterGrid& grid, std::uint32_t part_faces) : grid_(grid), part_faces_(part_faces) {
    split_.part_of_cell.resize(ClusterGrid::kCells);
  }

  GridSplit run() {
    constexpr int kLast = ClusterGrid::kEdge - 1;
    Block all{{0, 0, 0}, {kLast, kLast, kLast}};
    tighten(all);
    add_top(all);
    return std::move(split_);
  }

 private:
  bool splits(const Block& block) const { return block.count > part_faces_ && !block.one_cell(); }

  // Faces in each layer of the block, along each axis.
  Sums sums_of(const Block& block) const {
    Sums sums{};
    for (int z = block.low[2]; z <= block.high[2]; ++z)
      for (int y = block.low[1]; y <= block.high[1]; ++y)
        for (int x = block.low[0]; x <= block.high[0]; ++x) {
          const std::uint32_t n = grid_[ClusterGrid::cell(x, y, z)];
          sums[0][x] += n;
          sums[1][y] += n;
          sums[2][z] += n;
        }
    return sums;
  }

  Sums tighten(Block& block) const {
    const Sums sums = sums_of(block);
    for (int a = 0; a < 3; ++a) {
      while (block.low[a] < block.high[a] && sums[a][block.low[a]] == 0) ++block.low[a];
      while (block.low[a] < block.high[a] && sums[a][block.high[a]] == 0) --block.high[a];
    }
    block.count = 0;
    for (const std::uint32_t n : sums[0]) block.count += n;
    return sums;
  }

  // The halves of a block: cut between the layers where the counts come closest.
  std::array<Block, 2> halves(const Block& block) const {
    int a = 0;
    for (int b = 1; b < 3; ++b)
      if (block.high[b] - block.low[b] > block.high[a] - block.low[a]) a = b;
    const Sums sums = sums_of(block);
    std::uint32_t below = 0, best = UINT32_MAX;
    int cut = block.low[a];
    for (int layer = block.low[a]; layer < block.high[a]; ++layer) {
      below += sums[a][layer];
      const std::uint32_t rest = block.count - below, off = below > rest ? below - rest : rest - below;
      if (off < best) {
        best = off;
        cut = layer;
      }
    }
    std::array<Block, 2> result{block, block};
    result[0].high[a] = cut;
    result[1].low[a] = cut + 1;
    for (Block& b : result) tighten(b);
    return result;
  }

  // A node over the block: its largest pieces are halved until there are eight.
  std::uint32_t add_top(const Block& block) {
    std::vector<Block> pieces{block};
    while (pieces.size() < 8) {
      const auto largest = std::max_element(pieces.begin(), pieces.end(), [&](const Block& x, const Block& y) {
        return (splits(x) ? x.count : 0) < (splits(y) ? y.count : 0);
      });
      if (!splits(*largest)) break;
      const auto [left, right] = halves(*largest);
      *largest = left;
      pieces.insert(largest + 1, right);
    }
    const auto index = static_cast<std::uint32_t>(split_.tops.size());
    split_.tops.emplace_back();
    std::vector<ClusterOrder::Top::Child> children;
    for (const Block& piece : pieces) {
      const bool is_part = !splits(piece);
      children.push_back({is_part, is_part ? add_part(piece) : add_top(piece)});
    }
    split_.tops[index].children = std::move(children);
    return index;
  }

  std::uint32_t add_part(const Block& block) {
    const auto part = static_cast<std::uint16_t>(split_.counts.size());
    for (int z = block.low[2]; z <= block.high[2]; ++z)
      for (int y = block.low[1]; y <= block.high[1]; ++y)
        for (int x = block.low[0]; x <= block.high[0]; ++x) split_.part_of_cell[ClusterGrid::cell(x, y, z)] = part;
    split_.counts.push_back(block.count);
    return part;
  }

  const ClusterGrid& grid_;
  std::uint32_t part_faces_;
  GridSplit split_;
};

}  // namespace

GridSplit split_grid(const ClusterGrid& grid, std::uint32_t part_faces) { return Splitter(grid, part_faces).run(); }

}  // namespace impinge
