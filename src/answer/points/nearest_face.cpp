// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over a cluster tree, nearest boxes first, in floats; the
// faces that may be nearest, mostly those around one corner, are measured in
// doubles at the end, so the answer depends on neither order nor lanes. A
// search begins with the cluster that held the last answer. Some 3 nodes and 2
// clusters are opened for a point that is near its neighbour. Nearest first: N.
// Roussopoulos, S. Kelley & F. Vincent, Nearest neighbor queries, 1995; faces
// by C. Ericson, Real-Time Collision Detection, 2005, chapter 5.
#include "answer/points/nearest_face.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "answer/distance/cluster_distance.h"
#include "answer/points/point_face.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/points/nearest_face.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "answer/points/nearest_kernels-inl.h"
#include "answer/points/neighbour_link-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

constexpr double kFarthest = 0x1p40;  // in tree coordinates: beyond, floats tell no face from another

class NearestFaceSearch {
 public:
  NearestFaceSearch(const PointFrame& frame, double range, bool link)
      : frame_(frame),
        tree_(frame.tree()),
        object_(frame.object()),
        range_(range),
        size_(largest_coordinate(object_.box)),
        link_(frame, link) {
    stack_.reserve(64 * ClusterNode::kWidth);
    const double unit = 1 / frame.per_length();
    // Beyond, squares leave the range of doubles.
    if (!(unit > 0x1p-200 && size_ < 0x1p200))
      scale_ = std::ldexp(1.0, -std::ilogb(std::max(unit * 0x1p20, size_ * 0x1p-300)));
  }

  /// After a first point of a group was found: the others are within this distance of it, and so is all that lies between
  /// two of them. The nodes that can matter to them are found once for all. The first point may lie on a face, and then the
  /// nearest one before it that did not may be far away.
  void begin_group(double farthest) {
    starts_.clear();
    const double moved = farthest * frame_.per_length() * (1 + 0x1p-30) + 2 * margin_;
    const double reach = reach_ + 2 * moved + node_margin_;
    if (!searched_ || !(reach < 0x1p50) || tree_.nodes()[0].leaf) return;
    const auto squared = static_cast<float>(reach * reach * (1 + 0x1p-18));
    add_starts(0, squared);
    for (std::size_t i = 0; i < starts_.size() && starts_.size() < kMostStarts;) {
      const std::uint32_t node = starts_[i].node();
      if (tree_.nodes()[node].leaf) {
        ++i;
        continue;
      }
      starts_[i] = starts_.back();
      starts_.pop_back();
      add_starts(node, squared);
    }
    put_side_by_side();
    link_.limit(moved);
  }
  /// Forgets the group.
  void end_group() {
    starts_.clear();
    link_.limit(std::numeric_limits<double>::infinity());
  }

  NearestFace find(const Vec3& world) {
    world_ = world;
    const Vec3 p = frame_.to_tree(world);
    at_ = p;
    const double size = p.cwiseAbs().maxCoeff();
    candidates_.clear();
    searched_ = size < kFarthest;
    if (!searched_) {
      link_.forget();
      return measured_all();
    }
    margin_ = frame_.margin(p);
    node_margin_ = margin_ + (size + 0x1p21) * 0x1p-20;
    link_.begin(world_, at_, margin_, node_margin_);
    set_reach(std::min(range_ * frame_.per_length() * (1 + 0x1p-30) + margin_, 0x1p50));
    opened_ = last_;
    if (last_ != kNoCluster) compare(last_);
    descend();
    NearestFace nearest = measured();
    // Some face is nearest, unless a range is set.
    if (nearest.face == NearestFace::kNone && !std::isfinite(range_)) nearest = measured_all();
    if (!nearest.on) nearest.link = link_.end(clear_of(nearest));
    return nearest;
  }

 private:
  static constexpr std::uint32_t kNoCluster = UINT32_MAX;
  static constexpr std::size_t kMostStarts = 16;

  struct Entry {
    float squared;
    std::uint32_t node;
    bool between;  // it may hold faces between the point and its neighbour
  };
  // A node that may matter to a group: a child of another one.
  struct Start {
    const ClusterNode* parent;
    std::uint32_t child;
    std::uint32_t node() const { return parent->first + child; }
  };
  // A face, at least this far away in tree coordinates.
  struct Candidate {
    float low;
    std::uint32_t cluster, lane;
  };

  // Nothing of the surface is nearer than this.
  double clear_of(const NearestFace& nearest) const {
    const double clear = std::min(nearest.distance, range_);
    return std::isfinite(clear) ? clear : 0;
  }

  NearestFace measured_all() {
    candidates_.clear();
    for (std::uint32_t c = 0; c < tree_.clusters().size(); ++c)
      for (std::uint32_t i = 0; i < tree_.clusters()[c].count; ++i) candidates_.push_back({0, c, i});
    return measured();
  }

  void set_reach(double reach) {
    reach_ = reach;
    const double longest = reach + node_margin_;
    squared_ = static_cast<float>(longest * longest * (1 + 0x1p-18));
  }

  void add_starts(std::uint32_t parent, float squared) {
    const ClusterNode& node = tree_.nodes()[parent];
    const float p[3] = {static_cast<float>(at_[0]), static_cast<float>(at_[1]), static_cast<float>(at_[2])};
    float bounds[ClusterNode::kWidth];
    std::uint32_t near = bound_children(node, p, squared, no_segment(), bounds).near;
    for (; near != 0; near &= near - 1) starts_.push_back({&node, static_cast<std::uint32_t>(std::countr_zero(near))});
  }

  // Boxes and slabs of the starts as those of children.
  void put_side_by_side() {
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      ClusterNode& top = tops_[i / ClusterNode::kWidth];
      const std::size_t to = i % ClusterNode::kWidth, from = starts_[i].child;
      const ClusterNode& parent = *starts_[i].parent;
      for (int x = 0; x < 3; ++x) {
        top.centre[x][to] = parent.centre[x][from];
        top.half[x][to] = parent.half[x][from];
        top.normal[x][to] = parent.normal[x][from];
      }
      top.mid[to] = parent.mid[from];
      top.thick[to] = parent.thick[from];
      top.count = static_cast<std::uint16_t>(to + 1);
    }
  }

  // Puts the children that matter on the stack above `base`, sorted by insertion, the nearest on top: there are few.
  template <typename Name>
  void push_children(const ClusterNode& node, std::size_t base, const Name& name) {
    const float p[3] = {static_cast<float>(at_[0]), static_cast<float>(at_[1]), static_cast<float>(at_[2])};
    float bounds[ClusterNode::kWidth];
    const NearChildren children = bound_children(node, p, squared_, link_.box(), bounds);
    for (std::uint32_t left = children.near | children.between; left != 0; left &= left - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
      std::size_t place = stack_.size();
      stack_.push_back({});
      for (; place > base && stack_[place - 1].squared < bounds[i]; --place) stack_[place] = stack_[place - 1];
      stack_[place] = {bounds[i], name(i), (children.between >> i & 1) != 0};
    }
  }

  void descend() {
    stack_.clear();
    if (starts_.empty()) stack_.push_back({0, 0, true});
    for (std::size_t k = 0; k < starts_.size(); k += ClusterNode::kWidth)
      push_children(tops_[k / ClusterNode::kWidth], 0, [&](std::uint32_t i) { return starts_[k + i].node(); });
    while (!stack_.empty()) {
      const Entry entry = stack_.back();
      stack_.pop_back();
      if (entry.squared > squared_ && !entry.between) continue;
      const ClusterNode& node = tree_.nodes()[entry.node];
      const std::size_t base = stack_.size();
      push_children(node, base, [&](std::uint32_t i) { return node.first + i; });
      if (!node.leaf) continue;
      for (; stack_.size() > base; stack_.pop_back()) {
        const Entry cluster = stack_.back();
        if (cluster.squared <= squared_ && cluster.node != opened_) compare(cluster.node);
        if (cluster.between) link_.add(cluster.node);
      }
    }
  }

  void compare(std::uint32_t c) {
    const FaceCluster& cluster = tree_.clusters()[c];
    alignas(64) float low[FaceCluster::kFaces];
    float p[3];
    double longest = 0;
    for (int x = 0; x < 3; ++x) {
      const double way = at_[x] - cluster.centre[x];
      p[x] = static_cast<float>(way);
      longest = std::max(longest, std::fabs(way));
    }
    const double least = std::sqrt(static_cast<double>(bound_faces_of(cluster, p, low)));
    // Corners are off by steps on three axes; floats lose some roundings of the
    // longest way.
    const double off = margin_ + static_cast<double>(cluster.scale) * (1.74 * FaceCluster::kOff + 0.1) +
                       (longest + 0x1p15 * static_cast<double>(cluster.scale)) * 0x1p-19;
    if (least + off < reach_) set_reach(least + off);
    const double farthest = (reach_ + off) * (1 + 0x1p-20);
    const auto limit = static_cast<float>(farthest * farthest * (1 + 0x1p-20));
    const std::uint32_t all = (1u << cluster.count) - 1;
    for (std::uint32_t left = faces_within(low, limit) & all; left != 0; left &= left - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
      hwy::Prefetch(&object_.faces[cluster.faces[i]]);
      candidates_.push_back({static_cast<float>((std::sqrt(static_cast<double>(low[i])) - off) * (1 - 0x1p-20)), c, i});
    }
  }

  // Of all candidates that are still within reach the least by (distance,
  // face); distances that agree but for rounding are equal.
  NearestFace measured() {
    NearestFace nearest{.distance = std::numeric_limits<double>::infinity()};
    double told = std::numeric_limits<double>::infinity();
    const double slack = (size_ + world_.cwiseAbs().maxCoeff()) * scale_ * 0x1p-40;
    std::uint32_t best_cluster = last_, on_face = NearestFace::kNone;
    std::size_t next = 0;
    while (next < candidates_.size()) {
      const Candidate* batch[kMeasured];
      std::size_t n = 0;
      for (; next < candidates_.size() && n < kMeasured; ++next)
        if (static_cast<double>(candidates_[next].low) <= reach_) batch[n++] = &candidates_[next];
      if (n == 0) break;
      for (std::size_t i = 0; i < n; ++i) set_corners(face_of(*batch[i]), i);
      for (std::size_t i = n; i < kMeasured; ++i)
        for (auto& row : faces_.corners) row[i] = row[0];
      faces_.measure();
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t face = face_of(*batch[i]);
        const double distance = std::sqrt(faces_.squared[i]), rounded = told_apart(distance);
        if (distance <= slack && face < on_face && lies_on(object_.triangle(face), world_)) on_face = face;
        if (!(rounded < told || (rounded == told && face < nearest.face))) continue;
        told = rounded;
        nearest.distance = distance;
        nearest.face = face;
        nearest.point = Vec3(faces_.way[0][i], faces_.way[1][i], faces_.way[2][i]);
        best_cluster = batch[i]->cluster;
      }
    }
    last_ = best_cluster;
    nearest.on = on_face != NearestFace::kNone;
    if (nearest.on) nearest.face = on_face;
    return finished(nearest);
  }

  NearestFace finished(NearestFace nearest) const {
    nearest.distance /= scale_;
    nearest.point = world_ + nearest.point / scale_;
    if (nearest.on) {
      nearest.distance = 0;
      nearest.point = world_;
    } else if (!(nearest.distance <= range_) || nearest.face == NearestFace::kNone) {
      nearest = NearestFace{};
      nearest.distance = std::numeric_limits<double>::infinity();
      nearest.point = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
    } else {
      nearest.distance = std::max(nearest.distance, std::numeric_limits<double>::denorm_min());
    }
    return nearest;
  }

  std::uint32_t face_of(const Candidate& c) const { return tree_.clusters()[c.cluster].faces[c.lane]; }

  void set_corners(std::uint32_t face, std::size_t i) {
    const Triangle t = object_.triangle(face);
    for (std::size_t k = 0; k < 3; ++k)
      for (int x = 0; x < 3; ++x) faces_.corners[3 * k + static_cast<std::size_t>(x)][i] = (t.p[k][x] - world_[x]) * scale_;
  }

  const PointFrame& frame_;
  const ClusterTree& tree_;
  const WorldObject& object_;
  double range_, size_, scale_ = 1;
  Vec3 world_;
  Vec3 at_ = Vec3::Zero();                           // in tree coordinates
  double margin_ = 0, node_margin_ = 0, reach_ = 0;  // in tree coordinates
  float squared_ = 0;                                // of the reach, with the margin of nodes
  bool searched_ = false;                            // the last point was, by the tree
  NeighbourLink link_;
  std::uint32_t last_ = kNoCluster, opened_ = kNoCluster;
  std::vector<Start> starts_;  // where all but the first of a group begin; none: at the root
  std::array<ClusterNode, kMostStarts / ClusterNode::kWidth + 1> tops_{};  // the same, side by side
  std::vector<Entry> stack_;
  std::vector<Candidate> candidates_;
  MeasuredFaces faces_;
};

}  // namespace

void search_nearest_faces(const PointFrame& frame, std::span<const Vec3> points, double range, bool link,
                          std::span<NearestFace> found) {
  NearestFaceSearch search(frame, range, link);
  constexpr std::size_t kGroup = 16, kFewest = 4;
  for (std::size_t begin = 0; begin < points.size(); begin += kGroup) {
    const std::size_t end = std::min(begin + kGroup, points.size());
    search.end_group();
    found[begin] = search.find(points[begin]);
    double farthest = 0;
    for (std::size_t k = begin + 1; k < end; ++k) farthest = std::max(farthest, (points[k] - points[begin]).squaredNorm());
    if (end - begin > kFewest) search.begin_group(std::sqrt(farthest));
    for (std::size_t k = begin + 1; k < end; ++k) found[k] = search.find(points[k]);
  }
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(search_nearest_faces);

}  // namespace

void find_nearest_faces(const PointFrame& frame, std::span<const Vec3> points, double range, bool link,
                        std::span<NearestFace> found) {
  HWY_DYNAMIC_DISPATCH(search_nearest_faces)
  (frame, points, range, link, found);
}

}  // namespace impinge
#endif
