// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over two cluster trees, nearest boxes first. Only face pairs whose lower bound is within the best
// distance so far are measured, by nearest_points in world coordinates; the least by (distance, a_face, b_face) is the
// answer, so it depends on neither order nor lanes. Some tens of face pairs are measured, whatever the number of faces.
// Nearest first with bounds from both sides: S. Quinlan, Efficient distance computation between non-convex objects, 1994.
#include "answer/distance/cluster_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/distance/face_distance.h"
#include "base/lent.h"
#include "localise/cluster_tree/cluster_tree_frame.h"
#include "localise/cluster_tree/cluster_tree_nodes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "answer/distance/cluster_distance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "answer/distance/cluster_distance-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

// Something that is at least this far away, squared, in the frame of b.
struct Bounded {
  float squared;
  std::uint32_t a, b;
};

double size_of(const Box& box) { return (box.high - box.low).maxCoeff(); }

// Orthogonal axes of length 1, the first one along the way.
Eigen::Matrix3d axes_along(const Vec3& way) {
  const Vec3 x = unit_scaled(way).normalized();
  int least = 0;
  x.cwiseAbs().minCoeff(&least);
  const Vec3 y = cross(x, Vec3(Vec3::Unit(least))).normalized(), z = cross(x, y);
  Eigen::Matrix3d axes;
  axes.row(0) = x;
  axes.row(1) = y;
  axes.row(2) = z;
  return axes;
}

// A frame seen along other axes.
ClusterFrame turned_by(const Eigen::Matrix3d& axes, const ClusterFrame& frame) {
  ClusterFrame turned;
  turned.matrix = axes * frame.matrix;
  turned.offset = axes * frame.offset;
  turned.margin = 1.75 * frame.margin + turned.offset.cwiseAbs().maxCoeff() * 0x1p-48;
  turned.stretch = turned.matrix.cwiseAbs().rowwise().sum().maxCoeff();
  return turned;
}

class DistanceSearch {
 public:
  DistanceSearch(const ClusterPair& pair, const WorldObject& a, const WorldObject& b, double limit)
      : pair_(pair), a_(a), b_(b), size_(size_of(a.box) + size_of(b.box)), told_(limit) {
    set_reach(limit);
    look_along(-pair.frame().offset);
  }

  std::optional<Nearest> run(const Control& control) {
    const auto farther = [](const NodePair& x, const NodePair& y) { return x.gap > y.gap; };
    heap_ = {{NodeSide::all(0), NodeSide::all(0)}};
    for (std::uint32_t steps = 0; !heap_.empty() && heap_.front().gap <= reach_; ++steps) {
      if (steps % 256 == 0) control.poll();
      std::pop_heap(heap_.begin(), heap_.end(), farther);
      const NodePair nodes = heap_.back();
      heap_.pop_back();
      const std::size_t before = heap_.size();
      expand(nodes);
      for (std::size_t n = before; n < heap_.size(); ++n)
        std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(n + 1), farther);
    }
    return nearest_;
  }

 private:
  void expand(const NodePair& nodes) {
    const ClusterNode &a = pair_.a_tree().nodes()[nodes.a.node()], &b = pair_.b_tree().nodes()[nodes.b.node()];
    TurnedBoxes a_boxes, b_boxes;
    NodeFrame(a_frame_).turn(a, a_boxes);
    NodeFrame(b_frame_).turn(b, b_boxes);
    near_.clear();
    for (std::uint32_t i = nodes.a.begin(); i < nodes.a.end(a); ++i) {
      float bounds[kNodeWidth];
      bound_boxes(a_boxes, i, b_boxes, bounds);
      for (std::uint32_t j = nodes.b.begin(); j < nodes.b.end(b); ++j)
        if (bounds[j] <= reach_) near_.push_back({bounds[j], i, j});
    }
    if (a.leaf && b.leaf) return expand_clusters(a, b);
    for (const Bounded& near : near_) {
      const auto size = [](const TurnedBoxes& boxes, std::uint32_t i) {
        return boxes.half[0][i] + boxes.half[1][i] + boxes.half[2][i];
      };
      heap_.push_back(opened(nodes, a, near.a, size(a_boxes, near.a), b, near.b, size(b_boxes, near.b)));
      heap_.back().gap = near.squared;
    }
  }

  void expand_clusters(const ClusterNode& a, const ClusterNode& b) {
    sort_nearest_first(near_);
    for (const Bounded& near : near_)
      if (near.squared <= reach_)
        compare(pair_.a_tree().clusters()[a.first + near.a], pair_.b_tree().clusters()[b.first + near.b]);
  }

  // Until nothing better is found: each gain brings better axes, which spare more than they cost.
  void compare(const FaceCluster& a, const FaceCluster& b) {
    for (bool gained = true; gained;) {
      list_faces(a, b);
      gained = false;
      for (std::size_t n = 0; n < faces_.size() && !gained && faces_[n].squared <= reach_; ++n)
        gained = measure(pair_.swapped() ? faces_[n].b : faces_[n].a, pair_.swapped() ? faces_[n].a : faces_[n].b);
    }
  }

  // Face pairs that may be within reach, nearest first.
  void list_faces(const FaceCluster& a, const FaceCluster& b) {
    TurnedCluster a_turned, b_turned;
    a_turned.set(a_frame_, a);
    b_turned.set(b_frame_, b);
    float way[3];
    for (int x = 0; x < 3; ++x) way[x] = static_cast<float>(b_turned.middle()[x] - a_turned.middle()[x]);
    faces_.clear();
    for (std::uint32_t i = 0; i < a.count; ++i) {
      float bounds[kClusterFaces];
      bound_faces(a_turned, i, b_turned, way, bounds);
      for (std::uint32_t j = 0; j < b.count; ++j)
        if (bounds[j] <= reach_) faces_.push_back({bounds[j], a.faces[i], b.faces[j]});
    }
    sort_nearest_first(faces_);
  }

  static void sort_nearest_first(std::vector<Bounded>& list) {
    std::sort(list.begin(), list.end(), [](const Bounded& x, const Bounded& y) { return x.squared < y.squared; });
  }

  // True if the pair is nearer than the best so far.
  bool measure(std::uint32_t f, std::uint32_t g) {
    const Triangle a = a_.triangle(f), b = b_.triangle(g);
    const bool earlier = !nearest_ || std::pair(f, g) < std::pair(nearest_->a_face, nearest_->b_face);
    const double least = nearest_ ? told_apart(least_distance(a, b)) : 0;
    if (least > told_ || (!earlier && least == told_)) return false;
    const NearestPoints n = nearest_points(a, b);
    const double distance = std::sqrt(n.squared), told = told_apart(distance);
    if (!(told < told_ || (earlier && told == told_))) return false;
    const bool gained = told < told_;
    told_ = told;
    nearest_ = Nearest{distance, n.a, n.b, f, g};
    if (!gained) return false;
    set_reach(told * (1 + 0x1p-43));
    if (distance > 0) direction_ = n.apart / distance;
    look_along(direction_in(pair_.b(), pair_.swapped() ? Vec3(-n.apart) : n.apart));
    return true;
  }

  // Along the direction of the best pair, less what nearest_points may be off: of parallel walls it parts nearly all.
  double least_distance(const Triangle& a, const Triangle& b) const {
    const Triangle u = relative_to(a.p[0], a), v = relative_to(a.p[0], b);
    const double a_high = std::max({0.0, direction_.dot(u.p[1]), direction_.dot(u.p[2])});
    const double b_low = std::min({direction_.dot(v.p[0]), direction_.dot(v.p[1]), direction_.dot(v.p[2])});
    return std::max(b_low - a_high - extent(u, v) * 0x1p-46, 0.0);
  }

  // Any axes give right bounds, these the best.
  void look_along(const Vec3& way) {
    const bool clear = way.allFinite() && way.cwiseAbs().maxCoeff() > 0;
    const Eigen::Matrix3d axes = clear ? axes_along(way) : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
    a_frame_ = turned_by(axes, pair_.frame());
    b_frame_ = turned_by(axes, ClusterFrame{});
  }

  // Squares of bounds are off by less than 2^-20. Distances are measured to 2^-48 of what the faces extend to, so that pairs
  // a little farther may measure less: they count as well, and the answer is the least of all that can be measured.
  void set_reach(double distance) {
    const double measured = distance + (distance + size_) * 0x1p-46;
    const double longest = measured * pair_.frame().per_length * (1 + 0x1p-18);
    reach_ = static_cast<float>(std::min(longest * longest * (1 + 0x1p-18), 0x1p120));
  }

  const ClusterPair& pair_;
  const WorldObject &a_, &b_;
  double size_;  // of the bodies
  ClusterFrame a_frame_, b_frame_;
  float reach_ = 0;  // squared, in the frame of b
  double told_;      // the best distance
  Vec3 direction_ = Vec3::Zero();
  std::optional<Nearest> nearest_;
  Lent<NodePair> heap_lent_;
  Lent<Bounded> near_lent_, faces_lent_;
  std::vector<NodePair>& heap_ = *heap_lent_;
  std::vector<Bounded>&near_ = *near_lent_, &faces_ = *faces_lent_;
};

}  // namespace

void search_nearest(const ClusterPair& pair, const WorldObject& a, const WorldObject& b, double limit,
                    const Control& control, std::optional<Nearest>& nearest) {
  nearest = DistanceSearch(pair, a, b, limit).run(control);
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(search_nearest);

constexpr double kBand = 0x1p-40;  // so close to the limit, nearest_within decides exactly

}  // namespace

std::optional<Nearest> cluster_nearest_within(const Body& a, const Body& b, double limit) {
  const double largest = std::max(largest_coordinate(a.object().box), largest_coordinate(b.object().box));
  const double finite_limit = std::min(limit, std::numeric_limits<double>::max());
  // Beyond, squares leave the range of doubles.
  if (!(largest > 0x1p-200 && largest < 0x1p200)) return nearest_within(a, b, finite_limit);
  const ClusterPair pair(a.clustered(), b.clustered());
  if (!pair.usable()) return nearest_within(a, b, finite_limit);
  const double band = kBand * (limit + largest), reach = std::min(limit + band, 0x1p300);
  std::optional<Nearest> nearest;
  HWY_DYNAMIC_DISPATCH(search_nearest)(pair, a.object(), b.object(), reach, a.control(), nearest);
  if (!nearest) return {};
  if (std::isfinite(limit) && nearest->distance > limit - band && !nearest_within(a, b, limit)) return {};
  // The surfaces do not meet, so a zero can only be an underflow.
  nearest->distance = std::max(std::min(nearest->distance, limit), std::numeric_limits<double>::denorm_min());
  return nearest;
}

}  // namespace impinge
#endif
