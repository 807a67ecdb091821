// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A point and the nearest of the last few before it that were not on a face, compared by the faces between them. All
// clusters that can lie there are found on the way to the nearest face, since neighbours are close.
#if defined(IMPINGE_ANSWER_POINTS_NEIGHBOUR_LINK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IMPINGE_ANSWER_POINTS_NEIGHBOUR_LINK_INL_H
#undef IMPINGE_ANSWER_POINTS_NEIGHBOUR_LINK_INL_H
#else
#define IMPINGE_ANSWER_POINTS_NEIGHBOUR_LINK_INL_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "answer/points/nearest_face.h"
#include "answer/points/nearest_kernels-inl.h"
#include "answer/points/point_face.h"
#include "answer/points/point_frame.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

constexpr SegmentBox no_segment() { return {{0, 0, 0}, {-0x1p60f, -0x1p60f, -0x1p60f}}; }

class NeighbourLink {
 public:
  /// Unless it is wanted, nothing is ever compared.
  NeighbourLink(const PointFrame& frame, bool wanted)
      : frame_(frame), longest_(wanted ? kFarthestNeighbour * frame.tree().spread() : 0) {}

  /// A new point, with its tree coordinates, their margin and that of nodes.
  void begin(const Vec3& world, const Vec3& at, double margin, double node_margin) {
    between_.clear();
    box_ = no_segment();
    length_ = 0;
    world_ = world;
    at_ = at;
    margin_ = margin;
    chosen_ = kNone;
    if (longest_ > 0) choose(node_margin);
  }
  /// Clusters that meet this box are wanted; all that matter are within length() of the point.
  const SegmentBox& box() const { return box_; }
  double length() const { return length_; }
  void add(std::uint32_t cluster) { between_.push_back(cluster); }

  /// How the winding number here differs from that of an earlier point; nothing if they were not compared. `clear`: how far
  /// away the surface is from here. Two empty balls that meet need no comparison.
  std::optional<PointLink> end(double clear) {
    std::optional<PointLink> link;
    if (chosen_ != kNone && !joined(clear))
      if (const std::optional<int> winding = compare()) link = {*winding, static_cast<int>(chosen_)};
    anchors_[count_++ % kPointsKept] = {world_, clear};
    return link;
  }

  /// No point before this one is to be compared with.
  void forget() { count_ = 0; }

  /// Only points this near, in tree coordinates, are compared with: what lies on the way to others was not looked at.
  void limit(double length) { most_ = length; }

 private:
  static constexpr double kFarthestNeighbour = 8 * 0x1p21;  // times the spread of the clusters
  static constexpr std::size_t kNone = kPointsKept;

  struct Anchor {
    Vec3 point;
    double clear;
  };
  // So many steps back, from 0.
  const Anchor& anchor(std::size_t back) const { return anchors_[(count_ - 1 - back) % kPointsKept]; }

  void choose(double node_margin) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t back = 0; back < std::min(count_, kPointsKept); ++back)
      if (const double squared = (anchor(back).point - world_).squaredNorm(); squared < least) {
        least = squared;
        chosen_ = back;
      }
    if (chosen_ == kNone) return;
    way_ = anchor(chosen_).point - world_;
    const double length = std::sqrt(least) * frame_.per_length() * (1 + 0x1p-30) + margin_;
    if (!(length < longest_ && length <= most_)) {
      chosen_ = kNone;
      return;
    }
    length_ = length;
    const Vec3 half = frame_.direction(way_) / 2, middle = at_ + half;
    for (int x = 0; x < 3; ++x) {
      box_.middle[x] = static_cast<float>(middle[x]);
      box_.half[x] = static_cast<float>(std::fabs(half[x]) + 2 * node_margin);
    }
  }

  bool joined(double clear) const {
    for (std::size_t back = 0; back < std::min(count_, kPointsKept); ++back) {
      const double together = anchor(back).clear + clear;
      if (together * together > (anchor(back).point - world_).squaredNorm() * (1 + 0x1p-20)) return true;
    }
    return false;
  }

  // False only if no face of the cluster is near the segment.
  bool near(const FaceCluster& cluster, const Vec3& way, double square) const {
    const Vec3 to = Vec3(cluster.centre[0], cluster.centre[1], cluster.centre[2]) - at_;
    const double share = square > 0 ? std::clamp(to.dot(way) / square, 0.0, 1.0) : 0;
    const double radius = static_cast<double>(cluster.scale) * 0x1.bcp15 + 2 * margin_ + 0x1p-10;
    return (to - way * share).squaredNorm() <= radius * radius * (1 + 0x1p-20);
  }

  std::optional<int> compare() const {
    const Vec3 way = frame_.direction(way_);
    const double square = way.squaredNorm();
    LineSteps line{};
    for (int x = 0; x < 3; ++x) line.way[x] = static_cast<float>(way[x]);
    int winding = 0;
    for (const std::uint32_t c : between_) {
      const FaceCluster& cluster = frame_.tree().clusters()[c];
      if (!near(cluster, way, square)) continue;
      double longest = 0;
      for (int x = 0; x < 3; ++x) {
        line.at[x] = static_cast<float>(at_[x] - cluster.centre[x]);
        longest = std::max(longest, std::fabs(at_[x] - cluster.centre[x]));
      }
      const double steps = (FaceCluster::kOff + 0.05) * static_cast<double>(cluster.scale);
      line.margin = static_cast<float>(steps + margin_ + longest * 0x1p-22);
      for (std::uint32_t faces = faces_on_line(line, cluster); faces != 0; faces &= faces - 1) {
        const Triangle t = frame_.object().triangle(cluster.faces[std::countr_zero(faces)]);
        const std::optional<int> across = winding_across(t, world_, anchor(chosen_).point);
        if (!across) return {};
        winding += *across;
      }
    }
    return winding;
  }

  const PointFrame& frame_;
  double longest_;  // in tree coordinates; 0: nobody wants links
  double most_ = std::numeric_limits<double>::infinity();
  Vec3 world_ = Vec3::Zero(), at_ = Vec3::Zero();  // the point, and in tree coordinates
  Vec3 way_ = Vec3::Zero();                        // to the anchor that was chosen
  double margin_ = 0, length_ = 0;
  SegmentBox box_ = no_segment();
  std::array<Anchor, kPointsKept> anchors_{};
  std::size_t count_ = 0, chosen_ = kNone;
  std::vector<std::uint32_t> between_;
};

}  // namespace
}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
