// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "shape/octree/octree_key.h"

namespace impinge {

/// Voxels from low to high, both included; may leave the root.
struct VoxelBox {
  std::array<std::int32_t, 3> low, high;
};

/// 64^3 voxels as bits, a word for each row along x: 32 KB, which the nearest cache holds.
struct Brick {
  static constexpr int kHeight = 6, kEdge = 64;
  std::uint64_t rows[kEdge * kEdge];  ///< by z, then y

  void clear(int edge) { std::fill_n(rows, edge * kEdge, std::uint64_t{0}); }
  std::uint64_t& row(int y, int z) { return rows[z * kEdge + y]; }

  /// The bits from x0 to x1, both included and inside.
  static std::uint64_t bits(int x0, int x1) { return ~std::uint64_t{0} << x0 & ~std::uint64_t{0} >> (63 - x1); }
};

/// Turns bricks into nodes.
class BrickReader {
 public:
  /// Adds the black nodes of the brick, 2^height voxels wide, whose lowest voxel has that code. Uses the brick up.
  void add_nodes(const Brick& brick, std::uint64_t code, int height, NodeList& list);

 private:
  struct Bits {
    std::uint64_t full, any;  // of a row of nodes
  };
  void add(std::uint64_t code, int height, int x, int y, int z, NodeList& list) const;
  void add_voxels(std::uint64_t code, int x, int y, int z, NodeList& list) const;

  const Brick* brick_ = nullptr;
  // Rows of nodes of one height: 64 >> height of them along an edge.
  static constexpr int kBegin[Brick::kHeight + 1] = {0, 0, 1024, 1280, 1344, 1360, 1364};
  Bits rows_[1365];
};

/// Descends from the root with the items that meet each node, down to bricks that the items fill with bits. Items: size(),
/// range(i) as VoxelBox, covers(i, box): all of the box is black by this item alone, and fill(items, corner, edge, brick).
template <typename Items>
class BrickDescent {
 public:
  BrickDescent(int level, const Items& items) : items_(items), level_(level), list_(level) {}

  std::vector<std::uint64_t> run() {
    std::vector<std::uint32_t> all(items_.size());
    std::iota(all.begin(), all.end(), 0u);
    const std::int32_t last = (1 << level_) - 1;
    std::erase_if(all, [&](std::uint32_t i) {
      const VoxelBox r = items_.range(i);
      return std::max({r.low[0], r.low[1], r.low[2]}) > last || std::min({r.high[0], r.high[1], r.high[2]}) < 0;
    });
    descend(0, level_, {0, 0, 0}, all);
    return list_.take();
  }

 private:
  using Corner = std::array<std::int32_t, 3>;

  void descend(std::uint64_t code, int height, const Corner& corner, const std::vector<std::uint32_t>& here) {
    if (here.empty()) return;
    const std::int32_t edge = 1 << height;
    if (height <= kMaxHeight) {
      const VoxelBox box{corner, {corner[0] + edge - 1, corner[1] + edge - 1, corner[2] + edge - 1}};
      for (const std::uint32_t i : here)
        if (items_.covers(i, box)) return list_.add(node_key(code, height));
    }
    if (height <= Brick::kHeight) {
      brick_->clear(edge);
      items_.fill(here, corner, edge, *brick_);
      return reader_->add_nodes(*brick_, code, height, list_);
    }
    std::array<std::vector<std::uint32_t>, 8> children;
    const std::int32_t half = edge / 2;
    for (const std::uint32_t i : here) {
      const VoxelBox r = items_.range(i);
      const auto sides = [&](int k) {  // bit 0: reaches the lower half, bit 1: the upper one
        const std::int32_t middle = corner[k] + half;
        return (r.low[k] < middle ? 1 : 0) | (r.high[k] >= middle ? 2 : 0);
      };
      const int sx = sides(0), sy = sides(1), sz = sides(2);
      for (int c = 0; c < 8; ++c)
        if ((sx >> (c & 1) & sy >> (c >> 1 & 1) & sz >> (c >> 2) & 1) != 0) children[c].push_back(i);
    }
    for (std::uint64_t c = 0; c < 8; ++c) {
      const auto offset = [&](int k) { return corner[k] + static_cast<std::int32_t>(c >> k & 1) * half; };
      descend(code + (c << 3 * (height - 1)), height - 1, {offset(0), offset(1), offset(2)}, children[c]);
      children[c] = {};
    }
  }

  const Items& items_;
  int level_;
  NodeList list_;
  std::unique_ptr<Brick> brick_ = std::make_unique<Brick>();
  std::unique_ptr<BrickReader> reader_ = std::make_unique<BrickReader>();
};

/// The black nodes of boxes of voxels, which may overlap and leave the root.
std::vector<std::uint64_t> nodes_of_boxes(int level, std::span<const VoxelBox> boxes);

/// Sorted codes of voxels, each once, as nodes.
std::vector<std::uint64_t> nodes_of_voxels(int level, std::span<const std::uint64_t> codes);

}  // namespace impinge
