// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/cluster_tree/cluster_tree_fit.h"

#include <hwy/cache_control.h>

#include <cmath>

#include "shape/cluster_tree/cluster_tree_order.h"

namespace impinge {

namespace {

constexpr double kUp = 1 + 0x1p-22;  // floats rounded up

// Box and slab as a node keeps them. Extents take up what the float centre and normal are off.
void set_child(ClusterNode& node, std::uint32_t slot, const ClusterBounds& b) {
  double shift = 0, farthest = 0;
  for (int x = 0; x < 3; ++x) {
    const auto c = static_cast<float>(b.centre[x]);
    const double off = b.centre[x] - static_cast<double>(c);
    node.centre[x][slot] = c;
    node.half[x][slot] = static_cast<float>((b.half[x] + std::fabs(off)) * kUp);
    node.normal[x][slot] = static_cast<float>(b.normal[x]);
    shift += b.normal[x] * off;
    farthest += static_cast<double>(node.half[x][slot]);
  }
  const double mid = b.mid + shift;
  node.mid[slot] = static_cast<float>(mid);
  const double rounding = std::fabs(mid - static_cast<double>(node.mid[slot])) + farthest * 0x1p-23;
  node.thick[slot] = static_cast<float>((b.thick + rounding) * kUp);
}

// Slots without a child repeat the last one, so that lanes compute on numbers.
void repeat_last(ClusterNode& node) {
  const std::uint32_t last = node.count - 1u;
  for (std::uint32_t slot = node.count; slot < ClusterNode::kWidth; ++slot) {
    for (int x = 0; x < 3; ++x) {
      node.centre[x][slot] = node.centre[x][last];
      node.half[x][slot] = node.half[x][last];
      node.normal[x][slot] = node.normal[x][last];
    }
    node.mid[slot] = node.mid[last];
    node.thick[slot] = node.thick[last];
  }
}

// What a child of a node spans along a direction, from its centre: by the box, or by the slab and what the box leaves of the
// rest of the direction.
struct Span {
  double low, high;

  Span(const ClusterNode& node, std::uint32_t i, const double* along) {
    double by_box = 0, share = 0, rest = 0;
    for (int x = 0; x < 3; ++x) {
      by_box += std::fabs(along[x]) * static_cast<double>(node.half[x][i]);
      share += along[x] * static_cast<double>(node.normal[x][i]);
    }
    for (int x = 0; x < 3; ++x)
      rest += std::fabs(along[x] - share * static_cast<double>(node.normal[x][i])) * static_cast<double>(node.half[x][i]);
    const double by_slab = rest + std::fabs(share) * static_cast<double>(node.thick[i]);
    const double mid = by_slab < by_box ? share * static_cast<double>(node.mid[i]) : 0, half = std::min(by_slab, by_box);
    low = mid - half;
    high = mid + half;
  }
};

// Bounds of all children of a node.
ClusterBounds bounds_of(const ClusterNode& node) {
  ClusterBounds b;
  double length = 0;
  for (int x = 0; x < 3; ++x) {
    double low = INFINITY, high = -INFINITY, sum = 0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const double c = node.centre[x][i], h = node.half[x][i];
      low = std::min(low, c - h);
      high = std::max(high, c + h);
      sum += static_cast<double>(node.normal[x][i]);
    }
    b.centre[x] = (low + high) / 2;
    b.half[x] = (high - low) / 2;
    b.normal[x] = sum;
    length += sum * sum;
  }
  length = std::sqrt(length);
  for (double& n : b.normal) n = length > 0 ? n / length : 0;
  double low = INFINITY, high = -INFINITY;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Span span(node, i, b.normal);
    double height = 0;
    for (int x = 0; x < 3; ++x) height += b.normal[x] * (static_cast<double>(node.centre[x][i]) - b.centre[x]);
    low = std::min(low, height + span.low);
    high = std::max(high, height + span.high);
  }
  b.mid = (low + high) / 2;
  b.thick = (high - low) / 2 * (1 + 0x1p-40) + ClusterTree::kRounding;
  return b;
}

}  // namespace

ClusterFit::Part ClusterFit::part(std::uint32_t root, std::uint32_t first_node, std::uint32_t first_cluster,
                                  std::uint32_t clusters) const {
  Growth growth{first_node, {}};
  subtree(root, first_cluster, clusters, growth);
  return growth.part;
}

// Faces lie here and there in memory, and their vertices: those of the clusters to come are called for ahead.
void ClusterFit::fetch(std::uint32_t cluster) const {
  constexpr std::uint32_t kVerticesAhead = 2, kFacesAhead = 6, kListedAhead = 10;
  if (!lists_.empty()) {
    if (cluster + kListedAhead >= clusters_.size()) return;
    const CornerList& list = lists_[cluster + kListedAhead];
    for (std::uint32_t i = 0; i < list.count; ++i) hwy::Prefetch(&source_.vertices[list.vertices[i]]);
    return;
  }
  if (cluster + kFacesAhead < clusters_.size())
    for (const std::uint32_t f : clusters_[cluster + kFacesAhead].faces) hwy::Prefetch(&source_.faces[f]);
  if (cluster + kVerticesAhead < clusters_.size())
    for (const std::uint32_t f : clusters_[cluster + kVerticesAhead].faces)
      for (const std::uint32_t v : source_.faces[f]) hwy::Prefetch(&source_.vertices[v]);
}

void ClusterFit::subtree(std::uint32_t n, std::uint32_t first_cluster, std::uint32_t clusters, Growth& growth) const {
  ClusterNode& self = nodes_[n];
  self.leaf = clusters <= ClusterNode::kWidth;
  const std::uint32_t each = self.leaf ? 1 : child_clusters(clusters);
  self.count = static_cast<std::uint16_t>((clusters + each - 1) / each);
  self.first = self.leaf ? first_cluster : growth.next_node;
  if (self.leaf) {
    for (std::uint32_t i = 0; i < clusters; ++i) {
      fetch(first_cluster + i);
      const CornerList* const list = lists_.empty() ? nullptr : &lists_[first_cluster + i];
      const ClusterBounds bounds = set_corners_(source_, list, clusters_[first_cluster + i], growth.part.box);
      set_child(self, i, bounds);
      growth.part.extents += std::max({bounds.half[0], bounds.half[1], bounds.half[2]});
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
  for (std::uint32_t i = 0; i < self.count; ++i) set_child(self, i, bounds_of(nodes_[self.first + i]));
  repeat_last(self);
}

}  // namespace impinge
