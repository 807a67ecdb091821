// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// First the decision, then the figures; both by branch and bound over the two face trees. The decision is exact: a pair of
// faces is refused by a proof (boxes, a separating direction) and, where none is found, compared in exact arithmetic; the
// first pair within the limit ends it. The figures are rounded: pairs farther apart than the best so far are dropped.
#include "answer/distance/distance.h"

#include <cmath>
#include <limits>

#include "answer/distance/nearest_search.h"
#include "answer/distance/separation.h"
#include "base/exact_number.h"
#include "base/fitting_unit.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-47;  // of nearest points, relative to the extent of the two faces; with room
constexpr double kTie = 0x1p-51;       // gains so small, relative to the same, are rounding

Triangle scaled(const Triangle& t, double scale) { return {{t.p[0] * scale, t.p[1] * scale, t.p[2] * scale}}; }

// Exactly: the boxes are farther apart than the limit.
bool boxes_apart(const Box& a, const Box& b, double limit) {
  Exact squared;
  for (int axis = 0; axis < 3; ++axis) {
    const bool a_first = a.high[axis] < b.low[axis];
    if (!a_first && a.low[axis] <= b.high[axis]) continue;
    const Exact gap = a_first ? Exact(b.low[axis]) - a.high[axis] : Exact(a.low[axis]) - b.high[axis];
    squared = squared + gap * gap;
  }
  return compare(squared, Exact(limit) * Exact(limit)) > 0;
}

// Looks for one face pair within the limit, exactly.
class Decision {
 public:
  Decision(const Body& a, const Body& b, double scale, double limit)
      : a_(a), b_(b), scale_(scale), limit_(limit), scaled_(std::min(limit * scale, 0x1p500)) {}

  std::optional<std::pair<std::uint32_t, std::uint32_t>> pair_within() {
    // Rounded up, and out of the range where squares lose digits.
    const double squared = scaled_ * scaled_ * (1 + 0x1p-40) + 0x1p-1000, tie = squared * (1 - 0x1p-38);
    NearestSearch(a_, b_, scale_)
        .run(
            [&](const FaceTree::Node& x, const FaceTree::Node& y, double bound) {
              if (found_ || bound > squared) return true;
              return squared_gap(x.box, y.box, scale_) > tie && boxes_apart(x.box, y.box, limit_);
            },
            [&](std::uint32_t f, std::uint32_t g) {
              if (!found_ && within(a_.object().triangle(f), b_.object().triangle(g))) found_ = {f, g};
            },
            [&] { return last_.direction(); });
    return found_;
  }

 private:
  bool within(const Triangle& world_a, const Triangle& world_b) {
    if (scaled_ < 0x1p-900) return faces_within(world_a, world_b, limit_);
    const Triangle a = scaled(world_a, scale_), b = scaled(world_b, scale_);
    if (last_.parts(a, b)) return false;
    const NearestPoints nearest = nearest_points(a, b);
    const double error = kRounding * extent(relative_to(a.p[0], a), relative_to(a.p[0], b));
    if (std::sqrt(nearest.squared) + error < scaled_) return true;
    if (const auto separation = find_separation(a, b, nearest, scaled_)) {
      last_ = *separation;
      return false;
    }
    return faces_within(world_a, world_b, limit_);
  }

  const Body &a_, &b_;
  double scale_, limit_, scaled_;
  Separation last_;  // neighbours are mostly refused by the same direction
  std::optional<std::pair<std::uint32_t, std::uint32_t>> found_;
};

// The least distance known so far, and the direction it was found along.
class Figures {
 public:
  Figures(const Body& a, const Body& b, double scale) : a_(a), b_(b), scale_(scale) {}

  void offer(std::uint32_t f, std::uint32_t g) {
    const Triangle a = scaled(a_.object().triangle(f), scale_), b = scaled(b_.object().triangle(g), scale_);
    const bool earlier = std::pair(f, g) < std::pair(nearest_.a_face, nearest_.b_face);
    if (no_gain(a, b, earlier)) return;
    const NearestPoints n = nearest_points(a, b);
    if (!(n.squared < squared_ || (earlier && n.squared == squared_))) return;
    squared_ = n.squared;
    nearest_ = {std::sqrt(n.squared), n.a, n.b, f, g};
    if (squared_ > 0) direction_ = n.apart / nearest_.distance;
  }

  double squared() const { return squared_; }
  const Nearest& nearest() const { return nearest_; }
  const Vec3& direction() const { return direction_; }

 private:
  // Along the direction of the best pair these two are as far apart: of parallel walls nearly all.
  bool no_gain(const Triangle& a, const Triangle& b, bool tie_counts) const {
    const Triangle u = relative_to(a.p[0], a), v = relative_to(a.p[0], b);
    const double a_high = std::max({0.0, direction_.dot(u.p[1]), direction_.dot(u.p[2])});
    const double b_low = std::min({direction_.dot(v.p[0]), direction_.dot(v.p[1]), direction_.dot(v.p[2])});
    const double gap = b_low - a_high;
    return gap > nearest_.distance || (!tie_counts && gap >= nearest_.distance - kTie * extent(u, v));
  }

  const Body &a_, &b_;
  double scale_;
  double squared_ = std::numeric_limits<double>::infinity();
  Nearest nearest_{squared_, {}, {}, 0, 0};
  Vec3 direction_ = Vec3::Zero();  // of length 1
};

}  // namespace

std::optional<Nearest> nearest_within(const Body& a, const Body& b, double limit) {
  if (limit == 0) return {};  // the surfaces do not meet
  const double scale = fitting_unit(std::max(largest_coordinate(a.object().box), largest_coordinate(b.object().box)), 200);
  const auto pair = Decision(a, b, scale, limit).pair_within();
  if (!pair) return {};
  Figures figures(a, b, scale);
  figures.offer(pair->first, pair->second);
  NearestSearch(a, b, scale)
      .run([&](const auto&, const auto&, double bound) { return bound > figures.squared(); },
           [&](std::uint32_t f, std::uint32_t g) { figures.offer(f, g); }, [&] { return figures.direction(); });
  Nearest nearest = figures.nearest();
  nearest.a_point /= scale;
  nearest.b_point /= scale;
  // The surfaces do not meet, so a zero can only be an underflow.
  nearest.distance = std::max(std::min(nearest.distance / scale, limit), std::numeric_limits<double>::denorm_min());
  return nearest;
}

}  // namespace impinge
