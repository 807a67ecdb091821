// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/cluster_tree_fit.h"

#include <cmath>

#include "shape/cluster_tree_order.h"

namespace impinge {

namespace {

// A box as a node keeps it; the half extent takes up what the float centre is off.
void set_box(ClusterNode& node, std::uint32_t slot, int axis, double centre, double half) {
  const auto c = static_cast<float>(centre);
  node.centre[axis][slot] = c;
  node.half[axis][slot] = static_cast<float>((half + std::fabs(centre - static_cast<double>(c))) * (1 + 0x1p-22));
}

// Slots without a child repeat the last one, so that lanes compute on numbers.
void repeat_last(ClusterNode& node) {
  for (std::uint32_t slot = node.count; slot < ClusterNode::kWidth; ++slot)
    for (int a = 0; a < 3; ++a) {
      node.centre[a][slot] = node.centre[a][node.count - 1u];
      node.half[a][slot] = node.half[a][node.count - 1u];
    }
}

}  // namespace

double ClusterFit::part(std::uint32_t root, std::uint32_t first_node, std::uint32_t first_cluster,
                        std::uint32_t clusters) const {
  Growth growth{first_node, 0};
  subtree(root, first_cluster, clusters, growth);
  return growth.extents;
}

void ClusterFit::subtree(std::uint32_t n, std::uint32_t first_cluster, std::uint32_t clusters, Growth& growth) const {
  ClusterNode& self = nodes_[n];
  self.leaf = clusters <= ClusterNode::kWidth;
  const std::uint32_t each = self.leaf ? 1 : child_clusters(clusters);
  self.count = static_cast<std::uint16_t>((clusters + each - 1) / each);
  self.first = self.leaf ? first_cluster : growth.next_node;
  if (self.leaf) {
    for (std::uint32_t i = 0; i < clusters; ++i) {
      const ClusterBox box = set_corners_(source_, clusters_[first_cluster + i]);
      for (int a = 0; a < 3; ++a) set_box(self, i, a, box.centre[a], box.half[a]);
      growth.extents += std::max({box.half[0], box.half[1], box.half[2]});
    }
    return repeat_last(self);
  }
  growth.next_node += self.count;
  for (std::uint32_t i = 0; i < self.count; ++i)
    subtree(self.first + i, first_cluster + i * each, std::min(each, clusters - i * each), growth);
  node(n);
}

void ClusterFit::node(std::uint32_t n) const {
  ClusterNode& self = nodes_[n];
  for (std::uint32_t i = 0; i < self.count; ++i) {
    const ClusterNode& child = nodes_[self.first + i];
    for (int a = 0; a < 3; ++a) {
      double low = INFINITY, high = -INFINITY;
      for (std::uint32_t j = 0; j < child.count; ++j) {
        const double c = child.centre[a][j], h = child.half[a][j];
        low = std::min(low, c - h);
        high = std::max(high, c + h);
      }
      set_box(self, i, a, (low + high) / 2, (high - low) / 2);
    }
  }
  repeat_last(self);
}

}  // namespace impinge
