// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scene/world.h"

namespace impinge {

/// Binary tree of boxes over the faces of a placed object, for the questions that follow a contact: rays, nearest faces,
/// neighbours. Built top down at the median, n log n.
class FaceTree {
 public:
  struct Node {
    Box box;
    std::uint32_t begin, end;  ///< faces()[begin, end)
    std::uint32_t right;       ///< right child; the left one is the next node; 0 marks a leaf
    bool leaf() const { return right == 0; }
  };

  explicit FaceTree(const WorldObject& object);
  /// Over boxes that need not be those of one moment, one for each face.
  explicit FaceTree(std::span<const Box> boxes);

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const std::uint32_t> faces() const { return faces_; }

  /// Calls visit(face) for the faces of all leaves whose boxes, and those above, satisfy keep(box).
  template <typename Keep, typename Visit>
  void walk(const Keep& keep, const Visit& visit) const {
    std::uint32_t stack[kMaxDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const std::uint32_t n = stack[--top];
      const Node& node = nodes_[n];
      if (!keep(node.box)) continue;
      if (node.leaf()) {
        for (std::uint32_t i = node.begin; i < node.end; ++i) visit(faces_[i]);
      } else {
        stack[top++] = node.right;
        stack[top++] = n + 1;
      }
    }
  }

 private:
  static constexpr int kMaxDepth = 64;  // halving 2^31 faces takes 31 levels

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> faces_;
};

}  // namespace impinge
