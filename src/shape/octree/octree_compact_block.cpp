// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/octree/octree_compact_block.h"

#include <algorithm>

namespace impinge {

CubeBounds::CubeBounds(std::span<const OctreeCube> cubes) {
  for (const OctreeCube& c : cubes) {
    const std::uint32_t at[3] = {c.x, c.y, c.z};
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], at[k]);
      high[k] = std::max(high[k], at[k] + c.edge);
    }
  }
}

Orientation::Orientation(const CubeBounds& bounds, unsigned number) : bounds_(bounds) {
  constexpr unsigned orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (unsigned k = 0; k < 3; ++k) {
    axis_[k] = orders[number / 8][k];
    mirror_[k] = (number >> k & 1) != 0;
  }
}

OctreeCube Orientation::apply(const OctreeCube& c) const {
  const std::uint32_t at[3] = {c.x, c.y, c.z};
  std::uint32_t to[3];
  for (unsigned k = 0; k < 3; ++k) {
    const unsigned a = axis_[k];
    to[k] = mirror_[k] ? bounds_.high[a] - at[a] - c.edge : at[a] - bounds_.low[a];
  }
  return {to[0], to[1], to[2], c.edge};
}

OctreeCube Orientation::undo(const OctreeCube& c) const {
  const std::uint32_t at[3] = {c.x, c.y, c.z};
  std::uint32_t to[3];
  for (unsigned k = 0; k < 3; ++k) {
    const unsigned a = axis_[k];
    to[a] = mirror_[k] ? bounds_.high[a] - at[k] - c.edge : at[k] + bounds_.low[a];
  }
  return {to[0], to[1], to[2], c.edge};
}

CompactBlock::CompactBlock(std::span<const OctreeCube> cubes) {
  const CubeBounds bounds(cubes);
  for (int k = 0; k < 3; ++k) size_[k] = bounds.high[k];
  largest_.assign(std::size_t{size_[0]} * size_[1] * size_[2], 0);
  for (const OctreeCube& c : cubes) fill(largest_, index(c.x, c.y, c.z), c.edge, 1);
  grow();
}

std::vector<OctreeCube> CompactBlock::scan(std::uint32_t most, std::uint64_t* dice) {
  free_ = largest_;
  most = std::min<std::uint32_t>(most, *std::max_element(largest_.begin(), largest_.end()));
  std::vector<std::vector<std::uint32_t>> sizes(most + 1);
  for (std::uint32_t i = 0; i < largest_.size(); ++i)
    if (largest_[i] != 0) sizes[std::min<std::uint32_t>(largest_[i], most)].push_back(i);
  std::vector<OctreeCube> taken;
  for (std::uint32_t edge = most; edge > 0; --edge) {
    std::vector<std::uint32_t>& list = sizes[edge];
    if (dice != nullptr)
      for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[next_random(*dice) % i]);
    for (const std::uint32_t i : list) {
      if (free_[i] == 0) continue;
      if (const std::uint32_t room = free_edge(i, edge); room < edge) {
        sizes[room].push_back(i);
        continue;
      }
      fill(free_, i, edge, 0);
      taken.push_back({i % size_[0], i / size_[0] % size_[1], i / (size_[0] * size_[1]), edge});
    }
    list = {};
  }
  return taken;
}

void CompactBlock::fill(std::vector<std::uint8_t>& voxels, std::uint32_t corner, std::uint32_t edge,
                        std::uint8_t value) const {
  for (std::uint32_t z = 0; z < edge; ++z)
    for (std::uint32_t y = 0; y < edge; ++y)
      std::fill_n(voxels.begin() + corner + (z * size_[1] + y) * size_[0], edge, value);
}

// From the far corner back: one more than the smallest of the seven neighbours.
void CompactBlock::grow() {
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
std::uint32_t CompactBlock::free_edge(std::uint32_t corner, std::uint32_t most) const {
  const auto is_free = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return free_[corner + (z * size_[1] + y) * size_[0] + x] != 0;
  };
  for (std::uint32_t e = 1; e < most; ++e)
    for (std::uint32_t v = 0; v <= e; ++v)
      for (std::uint32_t u = 0; u <= e; ++u)
        if (!is_free(e, u, v) || !is_free(u, e, v) || !is_free(u, v, e)) return e;
  return most;
}

}  // namespace impinge
