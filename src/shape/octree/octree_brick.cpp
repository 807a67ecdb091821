// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Voxels as bits: E. Eisemann, X. Décoret, Fast scene voxelization and applications, 2006. Nodes are read from a pyramid:
// which cubes are full, and which hold anything.
#include "shape/octree/octree_brick.h"

namespace impinge {

namespace {

// Bits 0, 2, 4 … moved together.
std::uint64_t even_bits(std::uint64_t v) {
  v &= 0x5555555555555555u;
  v = (v | v >> 1) & 0x3333333333333333u;
  v = (v | v >> 2) & 0x0f0f0f0f0f0f0f0fu;
  v = (v | v >> 4) & 0x00ff00ff00ff00ffu;
  v = (v | v >> 8) & 0x0000ffff0000ffffu;
  return (v | v >> 16) & 0x00000000ffffffffu;
}

class Boxes {
 public:
  explicit Boxes(std::span<const VoxelBox> boxes) : boxes_(boxes) {}

  std::size_t size() const { return boxes_.size(); }
  VoxelBox range(std::uint32_t i) const { return boxes_[i]; }
  bool covers(std::uint32_t i, const VoxelBox& node) const {
    bool all = true;
    for (int k = 0; k < 3; ++k) all &= boxes_[i].low[k] <= node.low[k] && node.high[k] <= boxes_[i].high[k];
    return all;
  }
  void fill(std::span<const std::uint32_t> items, const std::array<std::int32_t, 3>& corner, int edge, Brick& brick) const {
    for (const std::uint32_t i : items) {
      int low[3], high[3];
      for (int k = 0; k < 3; ++k) {
        low[k] = std::max(boxes_[i].low[k] - corner[k], 0);
        high[k] = std::min(boxes_[i].high[k] - corner[k], edge - 1);
      }
      if (low[0] > high[0]) continue;
      const std::uint64_t bits = Brick::bits(low[0], high[0]);
      for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y) brick.row(y, z) |= bits;
    }
  }

 private:
  std::span<const VoxelBox> boxes_;
};

}  // namespace

void BrickReader::add_nodes(const Brick& brick, std::uint64_t code, int height, NodeList& list) {
  brick_ = &brick;
  if (height == 0) {
    if ((brick.rows[0] & 1) != 0) list.add(node_key(code, 0));
    return;
  }
  for (int h = 1; h <= height; ++h) {
    const int edge = 1 << (height - h), step = Brick::kEdge >> h;
    for (int z = 0; z < edge; ++z)
      for (int y = 0; y < edge; ++y) {
        std::uint64_t full = ~std::uint64_t{0}, any = 0;
        for (int k = 0; k < 4; ++k) {
          const int below_y = 2 * y + (k & 1), below_z = 2 * z + (k >> 1);
          if (h == 1) {
            const std::uint64_t row = brick.rows[below_z * Brick::kEdge + below_y];
            full &= row;
            any |= row;
          } else {
            const Bits& row = rows_[kBegin[h - 1] + below_z * 2 * step + below_y];
            full &= row.full;
            any |= row.any;
          }
        }
        rows_[kBegin[h] + z * step + y] = {even_bits(full & full >> 1), even_bits(any | any >> 1)};
      }
  }
  add(code, height, 0, 0, 0, list);
}

void BrickReader::add(std::uint64_t code, int height, int x, int y, int z, NodeList& list) const {
  const Bits& row = rows_[kBegin[height] + z * (Brick::kEdge >> height) + y];
  if ((row.any >> x & 1) == 0) return;
  if ((row.full >> x & 1) != 0) return list.add(node_key(code, height));
  if (height == 1) return add_voxels(code, 2 * x, 2 * y, 2 * z, list);
  for (std::uint64_t c = 0; c < 8; ++c) {
    const int cx = static_cast<int>(c & 1), cy = static_cast<int>(c >> 1 & 1), cz = static_cast<int>(c >> 2);
    add(code + (c << 3 * (height - 1)), height - 1, 2 * x + cx, 2 * y + cy, 2 * z + cz, list);
  }
}

void BrickReader::add_voxels(std::uint64_t code, int x, int y, int z, NodeList& list) const {
  const std::uint64_t* row = brick_->rows + z * Brick::kEdge + y;
  std::uint64_t eight =
      (row[0] >> x & 3) | (row[1] >> x & 3) << 2 | (row[Brick::kEdge] >> x & 3) << 4 | (row[Brick::kEdge + 1] >> x & 3) << 6;
  for (; eight != 0; eight &= eight - 1) list.append(node_key(code + static_cast<std::uint64_t>(__builtin_ctzll(eight)), 0));
}

std::vector<std::uint64_t> nodes_of_boxes(int level, std::span<const VoxelBox> boxes) {
  const Boxes items(boxes);
  return BrickDescent<Boxes>(level, items).run();
}

std::vector<std::uint64_t> nodes_of_voxels(int level, std::span<const std::uint64_t> codes) {
  NodeList list(level);
  list.reserve(codes.size());
  for (const std::uint64_t code : codes) list.add(node_key(code, 0));
  return list.take();
}

}  // namespace impinge
