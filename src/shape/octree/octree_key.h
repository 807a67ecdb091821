// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include <impinge/octree.h>

namespace impinge {

/// Every third bit of 48, from the lowest.
inline std::uint64_t spread_bits(std::uint64_t v) {
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffffu;
  v = (v | v << 16) & 0x1f0000ff0000ffu;
  v = (v | v << 8) & 0x100f00f00f00f00fu;
  v = (v | v << 4) & 0x10c30c30c30c30c3u;
  return (v | v << 2) & 0x1249249249249249u;
}

inline std::uint32_t gathered_bits(std::uint64_t v) {
  v &= 0x1249249249249249u;
  v = (v | v >> 2) & 0x10c30c30c30c30c3u;
  v = (v | v >> 4) & 0x100f00f00f00f00fu;
  v = (v | v >> 8) & 0x1f0000ff0000ffu;
  v = (v | v >> 16) & 0x1f00000000ffffu;
  return static_cast<std::uint32_t>((v | v >> 32) & 0x1fffff);
}

inline std::uint64_t morton(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  return spread_bits(x) | spread_bits(y) << 1 | spread_bits(z) << 2;
}

/// A node in one word, see Octree::nodes(). Nodes that do not overlap are ordered as their codes.
inline std::uint64_t node_key(std::uint64_t code, int height) { return code << 4 | static_cast<std::uint64_t>(height); }
inline std::uint64_t node_code(std::uint64_t key) { return key >> 4; }
inline int node_height(std::uint64_t key) { return static_cast<int>(key & 15); }
/// The code behind the node's last voxel.
inline std::uint64_t node_end(std::uint64_t key) { return (key >> 4) + (std::uint64_t{1} << 3 * node_height(key)); }

/// Level 16 would need height 16: a root that is all black at that level is eight nodes.
inline constexpr int kMaxHeight = 15;

inline OctreeCube cube_of(std::uint64_t key) {
  const std::uint64_t code = node_code(key);
  return {gathered_bits(code), gathered_bits(code >> 1), gathered_bits(code >> 2), std::uint32_t{1} << node_height(key)};
}

/// Appends nodes in ascending order and condenses: eight black siblings become their parent.
class NodeList {
 public:
  explicit NodeList(int level) : most_(level < kMaxHeight ? level : kMaxHeight) {}

  void add(std::uint64_t key) {
    nodes_.push_back(key);
    while (last_of_eight()) {
      const std::uint64_t first = nodes_[nodes_.size() - 8];
      nodes_.resize(nodes_.size() - 7);
      nodes_.back() = node_key(node_code(first), node_height(first) + 1);
    }
  }
  /// Appends a node that completes no eight siblings.
  void append(std::uint64_t key) { nodes_.push_back(key); }
  void reserve(std::size_t n) { nodes_.reserve(n); }
  std::size_t size() const { return nodes_.size(); }
  std::vector<std::uint64_t> take() { return std::move(nodes_); }

 private:
  // Eight siblings of equal height end here.
  bool last_of_eight() const {
    const std::uint64_t key = nodes_.back();
    const int height = node_height(key);
    const std::uint64_t octant = node_code(key) >> 3 * height;
    if ((octant & 7) != 7 || height >= most_ || nodes_.size() < 8) return false;
    const std::uint64_t* eight = nodes_.data() + nodes_.size() - 8;
    for (std::uint64_t c = 0; c < 7; ++c)
      if (eight[c] != node_key((octant - 7 + c) << 3 * height, height)) return false;
    return true;
  }

  int most_;
  std::vector<std::uint64_t> nodes_;
};

/// Throws Error (bad_argument) for a frame that no octree can have.
void require_frame(const OctreeFrame& frame);
/// Throws Error (bad_argument) unless the frames are equal; `what` is the operation.
void require_same_frame(const Octree& a, const Octree& b, const char* what);

}  // namespace impinge
