// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Set operations of linear octrees are merges: two nodes lie apart or in each other.
#include <impinge/octree.h>

#include "base/internals.h"
#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

using Keys = std::span<const std::uint64_t>;

// Adds what of `key` none of the nodes inside it covers.
void add_rest(std::uint64_t key, Keys inside, NodeList& list) {
  if (inside.empty()) return list.add(key);
  if (inside.front() == key) return;
  const int height = node_height(key) - 1;
  std::size_t i = 0;
  for (std::uint64_t octant = 0; octant < 8; ++octant) {
    const std::uint64_t child = node_key(node_code(key) + (octant << 3 * height), height);
    const std::size_t begin = i;
    while (i < inside.size() && node_code(inside[i]) < node_end(child)) ++i;
    add_rest(child, inside.subspan(begin, i - begin), list);
  }
}

}  // namespace

Octree unite(const Octree& a, const Octree& b) {
  require_same_frame(a, b, "unite");
  const Keys x = a.nodes(), y = b.nodes();
  NodeList list(a.frame().level);
  list.reserve(x.size() + y.size());
  std::uint64_t covered = 0;  // all codes below are decided
  for (std::size_t i = 0, j = 0; i < x.size() || j < y.size();) {
    // The lower code first, of equal ones the larger node.
    const bool from_x =
        j == y.size() ||
        (i < x.size() && (node_code(x[i]) < node_code(y[j]) || (node_code(x[i]) == node_code(y[j]) && x[i] > y[j])));
    const std::uint64_t key = from_x ? x[i++] : y[j++];
    if (node_code(key) < covered) continue;
    covered = node_end(key);
    list.add(key);
  }
  return Internals::octree(a.frame(), list.take());
}

Octree intersect(const Octree& a, const Octree& b) {
  require_same_frame(a, b, "intersect");
  const Keys x = a.nodes(), y = b.nodes();
  NodeList list(a.frame().level);
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (node_end(x[i]) <= node_code(y[j])) {
      ++i;
    } else if (node_end(y[j]) <= node_code(x[i])) {
      ++j;
    } else {
      const bool x_smaller = node_height(x[i]) <= node_height(y[j]);
      list.add(x_smaller ? x[i++] : y[j++]);
    }
  }
  return Internals::octree(a.frame(), list.take());
}

Octree subtract(const Octree& a, const Octree& b) {
  require_same_frame(a, b, "subtract");
  const Keys y = b.nodes();
  NodeList list(a.frame().level);
  std::size_t j = 0;
  for (const std::uint64_t key : a.nodes()) {
    while (j < y.size() && node_end(y[j]) <= node_code(key)) ++j;
    if (j < y.size() && node_code(y[j]) <= node_code(key) && node_end(y[j]) >= node_end(key)) continue;
    std::size_t end = j;
    while (end < y.size() && node_code(y[end]) < node_end(key)) ++end;
    add_rest(key, y.subspan(j, end - j), list);
    j = end;
  }
  return Internals::octree(a.frame(), list.take());
}

bool share_voxel(const Octree& a, const Octree& b) {
  require_same_frame(a, b, "share_voxel");
  const Keys x = a.nodes(), y = b.nodes();
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (node_end(x[i]) <= node_code(y[j]))
      ++i;
    else if (node_end(y[j]) <= node_code(x[i]))
      ++j;
    else
      return true;
  }
  return false;
}

}  // namespace impinge
