// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/octree.h>

namespace impinge {

/// The smallest box of whole voxels around some cubes.
struct CubeBounds {
  std::uint32_t low[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, high[3] = {0, 0, 0};

  explicit CubeBounds(std::span<const OctreeCube> cubes);
  std::uint64_t voxels() const { return std::uint64_t{high[0] - low[0]} * (high[1] - low[1]) * (high[2] - low[2]); }
};

/// One of the 48 ways to stand on a corner of a box: axes exchanged and mirrored. A greedy scan begins at that corner, and
/// what fits badly is left at the other end.
class Orientation {
 public:
  static constexpr unsigned kAll = 48;
  Orientation(const CubeBounds& bounds, unsigned number);
  /// Into a box at the origin, and back.
  /// @{
  OctreeCube apply(const OctreeCube& cube) const;
  OctreeCube undo(const OctreeCube& cube) const;
  /// @}

 private:
  CubeBounds bounds_;
  unsigned axis_[3];
  bool mirror_[3];
};

/// The voxels of some cubes that stand at the origin, for greedy scans: the report's list of all cubes that lie in the black
/// part is implicit, as the largest black cube at each voxel follows from its neighbours.
class CompactBlock {
 public:
  static constexpr std::uint32_t kMostEdge = 255;

  explicit CompactBlock(std::span<const OctreeCube> cubes);

  /// One scan from cubes of that edge on, larger ones first; a cube that has lost room goes down to the size it has left.
  /// Cubes of a size come in order of place, or shuffled where there are dice.
  std::vector<OctreeCube> scan(std::uint32_t most, std::uint64_t* dice = nullptr);

 private:
  std::uint32_t index(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return (z * size_[1] + y) * size_[0] + x; }
  void fill(std::vector<std::uint8_t>& voxels, std::uint32_t corner, std::uint32_t edge, std::uint8_t value) const;
  void grow();
  std::uint32_t free_edge(std::uint32_t corner, std::uint32_t most) const;

  std::uint32_t size_[3];
  std::vector<std::uint8_t> largest_;  // edge of the largest black cube whose lowest corner is here; 0: white
  std::vector<std::uint8_t> free_;     // not 0: black and not taken yet
};

/// Numbers that are the same on every machine.
inline std::uint64_t next_random(std::uint64_t& dice) {
  dice = dice * 6364136223846793005u + 1442695040888963407u;
  return dice >> 33;
}

/// Covers each neighbourhood of some cubes again, as often as there are cubes, and keeps what is no worse.
std::vector<OctreeCube> restarted(std::vector<OctreeCube> cubes, std::uint64_t dice);

}  // namespace impinge
