// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Order the faces, then fit: corners and boxes of all clusters, boxes of all nodes bottom up. A refit is the second step
// alone. Cost: about 50 ns a face to build and 10 to refit, on one thread.
#include "shape/cluster_tree/cluster_tree.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/lent.h"
#include "shape/cluster_tree/cluster_tree_fit.h"
#include "shape/cluster_tree/cluster_tree_order.h"

namespace impinge {

namespace {

std::uint32_t clusters_of(std::uint32_t faces) { return (faces + FaceCluster::kFaces - 1) / FaceCluster::kFaces; }

// Nodes below the root of a part with this many clusters.
std::uint32_t nodes_below(std::uint32_t clusters) {
  if (clusters <= ClusterNode::kWidth) return 0;
  const std::uint32_t each = child_clusters(clusters), full = clusters / each, rest = clusters % each;
  return full * (1 + nodes_below(each)) + (rest > 0 ? 1 + nodes_below(rest) : 0);
}

}  // namespace

ClusterTree::ClusterTree(std::span<const Vec3> vertices, std::span<const Face> faces) {
  set_frame(box_of_vertices(vertices));
  lay_out(vertices, faces);
  fit(vertices, faces);
  if (!fills_frame()) {
    // Vertices without a face, far from all others: again without them.
    const Box used = box_;
    *this = {};
    set_frame(used);
    lay_out(vertices, faces);
    fit(vertices, faces);
  }
  double squared = 0;
  for (const Vec3& p : vertices) squared = std::max(squared, (p - origin_).squaredNorm());
  if (squared > 0x1p-900) radius_ = std::sqrt(squared) * (1 + 0x1p-40);
}

std::uint64_t ClusterTree::next_number() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

void ClusterTree::refit(std::span<const Vec3> vertices, std::span<const Face> faces) {
  number_ = next_number();
  radius_ = std::numeric_limits<double>::infinity();
  inner_radius_ = 0;
  if (!lists_) list_corners(faces);
  fit(vertices, faces);
  if (fills_frame()) return;
  set_frame(box_);
  fit(vertices, faces);
}

void ClusterTree::set_frame(const Box& box) {
  box_ = box;
  origin_ = box.low / 2 + box.high / 2;
  const double half = (box.high / 2 - box.low / 2).maxCoeff();
  unit_ = half > 0 ? std::ldexp(1.0, std::max(std::ilogb(half) - 20, -1000)) : 1;
}

// Coordinates are below the bound, and not so small that digits are wasted.
bool ClusterTree::fills_frame() const {
  const double low = (box_.low / 2 - origin_ / 2).minCoeff(), high = (box_.high / 2 - origin_ / 2).maxCoeff();
  const double reach = std::max(high, -low) / unit_;
  const double half = (box_.high / 2 - box_.low / 2).maxCoeff() / unit_;
  return reach < 0x1p20 && (half >= 0x1p17 || half == 0 || unit_ == 0x1p-1000);
}

void ClusterTree::lay_out(std::span<const Vec3> vertices, std::span<const Face> faces) {
  const ClusterOrder order = order_faces(vertices, faces, box_);
  std::uint32_t clusters = 0;
  for (const ClusterOrder::Part& p : order.parts) {
    const std::uint32_t n = clusters_of(p.count);
    parts_.push_back({clusters, n, 0, 0});
    clusters += n;
  }
  lay_out_nodes(order);
  clusters_.resize(clusters);
  tbb::parallel_for(std::size_t{0}, parts_.size(), [&](std::size_t p) {
    const std::span<const std::uint32_t> ids = std::span(order.faces).subspan(order.parts[p].first, order.parts[p].count);
    for (std::uint32_t c = 0; c < parts_[p].clusters; ++c) {
      FaceCluster& cluster = clusters_[parts_[p].first_cluster + c];
      const auto mine = ids.subspan(std::size_t{c} * FaceCluster::kFaces);
      cluster.count = static_cast<std::uint32_t>(std::min<std::size_t>(mine.size(), FaceCluster::kFaces));
      for (std::uint32_t i = 0; i < FaceCluster::kFaces; ++i) cluster.faces[i] = mine[std::min(i, cluster.count - 1)];
    }
  });
}

void ClusterTree::lay_out_nodes(const ClusterOrder& order) {
  // Children stand side by side: those of the top nodes first, then what is below each part.
  std::vector<std::uint32_t> place(order.tops.size(), 0);
  top_nodes_ = 1;
  ClusterArray<ClusterNode> tops(1);
  for (std::size_t t = 0; t < order.tops.size(); ++t) {
    const auto& children = order.tops[t].children;
    tops[place[t]].first = top_nodes_;
    tops[place[t]].count = static_cast<std::uint16_t>(children.size());
    tops[place[t]].leaf = false;
    tops.resize(top_nodes_ + children.size());
    for (const ClusterOrder::Top::Child& child : children)
      (child.is_part ? parts_[child.index].root : place[child.index]) = top_nodes_++;
  }
  std::uint32_t nodes = top_nodes_;
  for (Part& part : parts_) {
    part.first_node = nodes;
    nodes += nodes_below(part.clusters);
  }
  nodes_ = std::move(tops);
  nodes_.resize(nodes);
}

void ClusterTree::fit(std::span<const Vec3> vertices, std::span<const Face> faces) {
  const std::span<const CornerList> lists = lists_ ? std::span(*lists_) : std::span<const CornerList>();
  const ClusterFit fit({vertices, faces, origin_, 1 / unit_}, lists, clusters_, nodes_);
  Lent<ClusterFit::Part> lent;
  std::vector<ClusterFit::Part>& done = *lent;
  done.resize(parts_.size());
  tbb::parallel_for(std::size_t{0}, parts_.size(), [&](std::size_t p) {
    const Part& part = parts_[p];
    done[p] = fit.part(part.root, part.first_node, part.first_cluster, part.clusters);
  });
  Lent<bool> lent_flags;
  std::vector<bool>& is_part = *lent_flags;
  is_part.resize(top_nodes_);
  for (const Part& part : parts_) is_part[part.root] = true;
  for (std::uint32_t n = top_nodes_; n-- > 0;)
    if (!is_part[n]) fit.node(n);
  double sum = 0;
  box_ = {};
  for (const ClusterFit::Part& part : done) {
    sum += part.extents;
    box_.add(part.box);
  }
  const double body = (box_.high / 2 - box_.low / 2).maxCoeff() / unit_;
  spread_ = body > 0 ? sum / static_cast<double>(clusters_.size()) / body : 0;
}

void ClusterTree::list_corners(std::span<const Face> faces) {
  constexpr std::size_t kGrain = 1024;  // clusters a task
  const auto lists = std::make_shared<ClusterArray<CornerList>>(clusters_.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, lists->size(), kGrain), [&](const auto& range) {
    for (std::size_t c = range.begin(); c != range.end(); ++c) (*lists)[c] = corner_list(clusters_[c], faces);
  });
  const auto full = std::count_if(lists->begin(), lists->end(), [](const CornerList& list) { return list.count > 0; });
  if (static_cast<std::size_t>(full) < lists->size() / 2) ClusterArray<CornerList>().swap(*lists);  // a soup
  lists_ = lists;
}

std::size_t ClusterTree::bytes() const {
  return sizeof *this + clusters_.capacity() * sizeof(FaceCluster) + nodes_.capacity() * sizeof(ClusterNode) +
         parts_.capacity() * sizeof(Part) + (lists_ ? lists_->capacity() * sizeof(CornerList) : 0);
}

}  // namespace impinge
