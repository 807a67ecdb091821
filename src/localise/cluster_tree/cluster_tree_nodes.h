// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// One side of a pair of nodes: all children of a node, or one of them.
class NodeSide {
 public:
  static NodeSide all(std::uint32_t node) { return NodeSide(node << 4 | ClusterNode::kWidth); }
  static NodeSide one(std::uint32_t node, std::uint32_t slot) { return NodeSide(node << 4 | slot); }

  std::uint32_t node() const { return value_ >> 4; }
  /// Children [begin, end) of the node are meant.
  std::uint32_t begin() const { return slot() == ClusterNode::kWidth ? 0 : slot(); }
  std::uint32_t end(const ClusterNode& node) const { return slot() == ClusterNode::kWidth ? node.count : slot() + 1; }
  /// The same as bits.
  std::uint32_t bits(const ClusterNode& node) const { return (1u << end(node)) - (1u << begin()); }

 private:
  explicit NodeSide(std::uint32_t value) : value_(value) {}
  std::uint32_t slot() const { return value_ & 15; }

  std::uint32_t value_;
};

/// Children of two trees that are to be compared.
struct NodePair {
  NodeSide a, b;
  float depth = 0;  ///< how far the boxes reach into each other, on the axis where they do so least
  float gap = 0;    ///< squared distance of the boxes, or less
  float centre[3] = {0, 0, 0}, half[3] = {0x1p60f, 0x1p60f, 0x1p60f};  ///< a box that holds all they have in common
};

/// The pair to compare next for child i of one node and child j of another, whose boxes meet: the larger box is opened, both
/// if they are about as large. At least one of the children is a node.
inline NodePair opened(const NodePair& pair, const ClusterNode& a, std::uint32_t i, float a_size, const ClusterNode& b,
                       std::uint32_t j, float b_size) {
  const bool open_a = !a.leaf && (b.leaf || 2 * a_size > b_size), open_b = !b.leaf && (a.leaf || 2 * b_size > a_size);
  return {open_a ? NodeSide::all(a.first + i) : NodeSide::one(pair.a.node(), i),
          open_b ? NodeSide::all(b.first + j) : NodeSide::one(pair.b.node(), j)};
}

}  // namespace impinge
