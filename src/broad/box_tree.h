// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/box.h"

namespace impinge {

/// A binary tree over boxes that come, go and move: what a check keeps between calls, so that looking for the neighbours of
/// a few objects does not cost what all of them cost. Boxes are kept a little larger than they are, so that a box that moves
/// little stays where it is. Nothing is allocated once it has grown to its size.
class BoxTree {
 public:
  /// All boxes but empty ones, split at medians.
  void build(std::span<const Box> boxes);

  /// Puts a box into its place, or out of the tree if it is empty; `item` may be new.
  void set(std::uint32_t item, const Box& box);

  /// So many boxes were put into other places since the last build: what is worth a new one.
  std::size_t moves() const { return moves_; }
  std::size_t size() const { return leaves_.size(); }  ///< items, empty ones included

  /// Calls visit(item) for every box that shares a point with this one, and for some that come near.
  template <typename Visit>
  void each_near(const Box& box, const Visit& visit) {
    stack_.clear();
    if (root_ != kNone) stack_.push_back(root_);
    while (!stack_.empty()) {
      const Node& node = nodes_[stack_.back()];
      stack_.pop_back();
      if (!boxes_meet(node.box, box)) continue;
      if (node.is_leaf()) {
        visit(node.child[1]);
        continue;
      }
      stack_.push_back(node.child[0]);
      stack_.push_back(node.child[1]);
    }
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Node {
    Box box;
    std::uint32_t parent = kNone;
    std::uint32_t child[2] = {kNone, kNone};  // a leaf has none, and its item
    bool is_leaf() const { return child[0] == kNone; }
  };

  std::uint32_t new_node();
  std::uint32_t build_part(std::span<std::uint32_t> items, std::span<const Box> boxes);
  void insert(std::uint32_t leaf);
  void take_out(std::uint32_t leaf);
  void refit(std::uint32_t node);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaves_;  // by item
  std::vector<std::uint32_t> free_, stack_, order_;
  std::uint32_t root_ = kNone;
  std::size_t moves_ = 0;
};

}  // namespace impinge
