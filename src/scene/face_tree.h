// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/control.h"
#include "scene/world.h"

namespace impinge {

/// Binary tree of boxes over the faces of a placed object, for exact comparisons of distances.
/// Built top down at the median, n log n.
class FaceTree {
 public:
  struct Node {
    Box box;
    std::uint32_t begin, end;  ///< faces()[begin, end)
    std::uint32_t right;       ///< right child; the left one is the next node; 0 marks a leaf
    bool leaf() const { return right == 0; }
  };

  explicit FaceTree(const WorldObject& object);
  /// Over boxes that need not be those of one moment, one for each face. `control`, if given, may cancel it.
  explicit FaceTree(std::span<const Box> boxes, const Control* control = nullptr);

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const std::uint32_t> faces() const { return faces_; }

 private:
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> faces_;
};

}  // namespace impinge
