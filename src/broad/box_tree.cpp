// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "broad/box_tree.h"

#include <algorithm>
#include <numeric>

namespace impinge {

namespace {

constexpr double kBoxRoom = 0.1;  // of its extent, on each side of a box that is kept

double half_area(const Box& b) {
  const Vec3 e = b.high - b.low;
  return e.x() * e.y() + e.y() * e.z() + e.z() * e.x();
}

Box joined(const Box& a, const Box& b) { return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)}; }

bool holds(const Box& outer, const Box& inner) {
  return (outer.low.array() <= inner.low.array()).all() && (outer.high.array() >= inner.high.array()).all();
}

// Infinite boxes, of objects whose reach is, stay infinite.
Box with_room(const Box& b) {
  const Vec3 room = kBoxRoom * (b.high - b.low);
  return room.allFinite() ? Box{b.low - room, b.high + room} : b;
}

}  // namespace

std::uint32_t BoxTree::new_node() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_.back();
  free_.pop_back();
  nodes_[node] = Node();
  return node;
}

void BoxTree::build(std::span<const Box> boxes) {
  nodes_.clear();
  free_.clear();
  leaves_.assign(boxes.size(), kNone);
  moves_ = 0;
  order_.clear();
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (!boxes[i].empty()) order_.push_back(i);
  nodes_.reserve(2 * boxes.size());
  root_ = order_.empty() ? kNone : build_part(order_, boxes);
}

std::uint32_t BoxTree::build_part(std::span<std::uint32_t> items, std::span<const Box> boxes) {
  const std::uint32_t node = new_node();
  if (items.size() == 1) {
    nodes_[node].box = with_room(boxes[items[0]]);
    nodes_[node].child[1] = items[0];
    leaves_[items[0]] = node;
    return node;
  }
  const auto middle = [&](std::uint32_t i) {
    const Vec3 sum = boxes[i].low + boxes[i].high;
    return Vec3(sum.array().isNaN().select(0, sum));  // of boxes without end
  };
  Box middles;
  for (const std::uint32_t i : items) middles.add(middle(i));
  int axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const std::size_t half = items.size() / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return middle(x)[axis] < middle(y)[axis]; });
  const std::uint32_t left = build_part(items.first(half), boxes), right = build_part(items.subspan(half), boxes);
  nodes_[node].child[0] = left;
  nodes_[node].child[1] = right;
  nodes_[node].box = joined(nodes_[left].box, nodes_[right].box);
  nodes_[left].parent = nodes_[right].parent = node;
  return node;
}

void BoxTree::set(std::uint32_t item, const Box& box) {
  if (item >= leaves_.size()) leaves_.resize(item + 1, kNone);
  std::uint32_t leaf = leaves_[item];
  if (leaf != kNone) {
    // A box that has shrunk much would be met by too many.
    const Box kept = nodes_[leaf].box;
    if (!box.empty() && holds(kept, box) && half_area(kept) <= 3 * half_area(with_room(box))) return;
    take_out(leaf);
  }
  if (box.empty()) {
    if (leaf != kNone) free_.push_back(leaf);
    leaves_[item] = kNone;
    return;
  }
  if (leaf == kNone) leaf = new_node();
  nodes_[leaf] = Node();
  nodes_[leaf].box = with_room(box);
  nodes_[leaf].child[1] = item;
  leaves_[item] = leaf;
  insert(leaf);
  ++moves_;
}

// Down the side that grows less, until a node of its own costs less than going on.
void BoxTree::insert(std::uint32_t leaf) {
  if (root_ == kNone) {
    root_ = leaf;
    return;
  }
  const Box box = nodes_[leaf].box;
  std::uint32_t beside = root_;
  while (!nodes_[beside].is_leaf()) {
    const Node& node = nodes_[beside];
    const double grown = half_area(joined(node.box, box));
    const auto cost = [&](std::uint32_t child) {
      const Node& c = nodes_[child];
      const double all = half_area(joined(c.box, box));
      return (c.is_leaf() ? all : all - half_area(c.box)) + grown - half_area(node.box);
    };
    const double left = cost(node.child[0]), right = cost(node.child[1]);
    if (grown < left && grown < right) break;
    beside = node.child[right < left ? 1 : 0];
  }
  const std::uint32_t parent = new_node(), above = nodes_[beside].parent;
  nodes_[parent].parent = above;
  nodes_[parent].child[0] = beside;
  nodes_[parent].child[1] = leaf;
  nodes_[beside].parent = nodes_[leaf].parent = parent;
  if (above == kNone)
    root_ = parent;
  else
    nodes_[above].child[nodes_[above].child[1] == beside ? 1 : 0] = parent;
  refit(parent);
}

void BoxTree::take_out(std::uint32_t leaf) {
  const std::uint32_t parent = nodes_[leaf].parent;
  if (parent == kNone) {
    root_ = kNone;
    return;
  }
  const std::uint32_t above = nodes_[parent].parent, other = nodes_[parent].child[nodes_[parent].child[0] == leaf ? 1 : 0];
  nodes_[other].parent = above;
  free_.push_back(parent);
  if (above == kNone) {
    root_ = other;
    return;
  }
  nodes_[above].child[nodes_[above].child[1] == parent ? 1 : 0] = other;
  refit(above);
}

void BoxTree::refit(std::uint32_t node) {
  for (; node != kNone; node = nodes_[node].parent) {
    const Box box = joined(nodes_[nodes_[node].child[0]].box, nodes_[nodes_[node].child[1]].box);
    if (box.low == nodes_[node].box.low && box.high == nodes_[node].box.high) return;
    nodes_[node].box = box;
  }
}

}  // namespace impinge
