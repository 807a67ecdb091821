// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points, or balls of one radius around them, with a convex solid or other points. Each point is compared by a closed form;
// boxes of many are ruled out by the value at their middle. Points of radius 0 have no inside: those in a body count as
// overlapping it, and lie in it if all of them do.
#include <algorithm>
#include <cmath>

#include "answer/solid/exact_solids.h"
#include "answer/solid/solid_inside.h"
#include "answer/solid/solid_pair.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr double kAnyDistance = std::numeric_limits<double>::infinity();

// A point as a ball of no, or some, size: a solid of its own for comparisons.
struct PlacedBall {
  SolidData data;
  PlacedSolid placed;
  PlacedBall(const Vec3& centre, double radius) {
    data.kind = SolidKind::sphere;
    data.radius = data.reach = radius;
    placed.data = &data;
    placed.position = centre;
  }
};

// The directions of a cube's corners, edges and faces.
std::vector<Vec3> probes() {
  std::vector<Vec3> list;
  for (int k = 0; k < 27; ++k)
    if (k != 13) list.push_back(Vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1).normalized());
  return list;
}

class PointsAndSolid {
 public:
  PointsAndSolid(const PlacedSolid& points, const PlacedSolid& solid, const SolidQuestion& question)
      : points_(points), cloud_(points.data->cloud), radius_(points.data->radius), solid_(solid), question_(question) {
    rounding_ = rounding_of(points, solid);
  }

  PairAnswer run() {
    find_nearest();
    const Vec3 p = world(nearest_);
    int side = least_ > rounding_ ? 1 : least_ < -rounding_ ? -1 : 0;
    if (side == 0) side = decide_doubts();
    if (side > 0) {
      const SignedDistance d = measured(p);
      const Vec3 out = solid_.rotation * d.out;
      return apart_answer(question_, least_ - rounding_, least_ + rounding_,
                          {p - out * radius_, p - out * (d.distance - solid_.data->radius), {}, {}});
    }
    const SignedDistance d = measured(p);
    const double to_solid = d.distance - solid_.data->radius;
    const Vec3 common = p - solid_.rotation * d.out * std::clamp(to_solid, 0.0, radius_);
    PairAnswer answer = meeting_answer(question_, Verdict::touching, certainty_, common);
    if (question_.clearance && side == 0) answer.gap = Bounded{0, least_ - rounding_, least_ + rounding_};
    if (side == 0 || question_.meet_only) return answer;
    tell_overlap(answer);
    return answer;
  }

 private:
  Vec3 world(std::uint32_t i) const { return points_.to_world(cloud_.points()[i]); }
  SignedDistance measured(const Vec3& p) const { return core_distance(*solid_.data, solid_.to_local(p)); }
  double over(std::uint32_t i) const { return measured(world(i)).distance - solid_.data->radius; }

  // Not above, or not below, the distance of any point in the box.
  double at_middle(const Box& box, double side) const {
    const Vec3 middle = points_.to_world(box.low / 2 + box.high / 2);
    return core_distance(*solid_.data, solid_.to_local(middle)).distance - solid_.data->radius +
           side * ((box.high / 2 - box.low / 2).norm() + rounding_);
  }

  void find_nearest() {
    least_ = kAnyDistance;
    cloud_.walk([&](const Box& box) { return at_middle(box, -1) - radius_ <= least_; },
                [&](std::uint32_t i) {
                  const double d = over(i) - radius_;
                  if (d > least_ || (d == least_ && i > nearest_)) return;
                  least_ = d;
                  nearest_ = i;
                });
  }

  // All points within rounding of touching, exactly where that can be.
  int decide_doubts() {
    int least = 1;
    cloud_.walk([&](const Box& box) { return at_middle(box, -1) - radius_ <= 2 * rounding_; },
                [&](std::uint32_t i) {
                  if (over(i) - radius_ > 2 * rounding_) return;
                  const std::optional<int> exact = exact_point_gap(solid_, world(i), radius_);
                  if (!exact) certainty_ = Certainty::within_bound;
                  if (exact.value_or(0) >= least) return;
                  least = exact.value_or(0);
                  nearest_ = i;
                });
    if (least != 0) certainty_ = Certainty::proved;
    return least;
  }

  void tell_overlap(PairAnswer& answer) {
    // All balls in the solid?
    bool all = true, sure = true;
    cloud_.walk([&](const Box& box) { return all && at_middle(box, 1) + radius_ > -2 * rounding_; },
                [&](std::uint32_t i) {
                  if (!all) return;
                  const double d = over(i) + radius_;
                  if (d > 2 * rounding_) all = false;
                  if (!all || d < -2 * rounding_) return;
                  const PlacedBall ball(world(i), radius_);
                  const std::optional<int> exact = exact_excess(ball.placed, solid_);
                  if (exact && *exact > 0) all = false;
                  sure = sure && exact.has_value();
                });
    answer.verdict = all ? Verdict::a_in_b : Verdict::crossing;
    answer.certainty = !all || sure ? Certainty::proved : Certainty::within_bound;
    if (all || radius_ == 0) return;
    if (const std::optional<bool> held = in_one_ball()) {
      answer.verdict = Verdict::b_in_a;
      answer.certainty = *held ? Certainty::proved : Certainty::within_bound;
    } else if (!sticks_out()) {
      answer.verdict = Verdict::undecided;
      answer.certainty = Certainty::undecided;
      answer.distance.reset();
    }
  }

  // Whether one ball holds the solid, and is sure to; nothing if none does.
  std::optional<bool> in_one_ball() const {
    if (solid_.data->kind == SolidKind::half_space) return {};
    std::optional<bool> held;
    const Vec3 middle = points_.to_local(solid_.position);
    cloud_.walk([&](const Box& box) { return box_contains(grown(box, radius_ + rounding_), middle); },
                [&](std::uint32_t i) {
                  if ((world(i) - solid_.position).norm() > radius_ + rounding_) return;
                  const PlacedBall ball(world(i), radius_);
                  const Excess out = excess(solid_, ball.placed, rounding_);
                  if (!out.outside()) held = held.value_or(false) || out.inside();
                });
    return held;
  }

  // A point of the solid that no ball holds: together they might cover it.
  bool sticks_out() const {
    if (solid_.data->kind == SolidKind::half_space) return true;
    for (const Vec3& direction : probes()) {
      const Vec3 far = core_support(*solid_.data, direction) + direction * solid_.data->radius;
      std::uint32_t which = 0;
      const double d = cloud_.nearest(points_.to_local(solid_.to_world(far)), kAnyDistance, which);
      if (d > radius_ + 2 * rounding_) return true;
    }
    return false;
  }

  const PlacedSolid& points_;
  const PointTree& cloud_;
  double radius_;
  const PlacedSolid& solid_;
  const SolidQuestion& question_;
  double rounding_ = 0, least_ = kAnyDistance;
  std::uint32_t nearest_ = 0;
  Certainty certainty_ = Certainty::proved;
};

// Points of a in the frame of b, one after the other.
class PointsAndPoints {
 public:
  PointsAndPoints(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question)
      : a_(a), b_(b), question_(question), reach_(a.data->radius + b.data->radius), rounding_(rounding_of(a, b)) {}

  PairAnswer run() {
    find_nearest();
    const Vec3 p = a_.to_world(a_.data->cloud.points()[a_point_]), q = b_.to_world(b_.data->cloud.points()[b_point_]);
    const Vec3 way = q - p;
    const double gap = least_ - reach_, length = way.norm();
    const Vec3 unit = length > 0 ? Vec3(way / length) : Vec3(Vec3::UnitX());
    int side = gap > rounding_ ? 1 : gap < -rounding_ ? -1 : exact_compare_distance(p, q, a_.data->radius, b_.data->radius);
    if (side > 0)
      return apart_answer(question_, gap - rounding_, gap + rounding_,
                          {p + unit * a_.data->radius, q - unit * b_.data->radius, {}, {}});
    const Vec3 common = p + unit * std::min(a_.data->radius, length);
    PairAnswer answer = meeting_answer(question_, Verdict::touching, Certainty::proved, common);
    if (question_.clearance && side == 0) answer.gap = Bounded{0, gap - rounding_, gap + rounding_};
    if (side < 0 && !question_.meet_only) tell_overlap(answer);
    return answer;
  }

 private:
  void find_nearest() {
    const std::span<const Vec3> own = a_.data->cloud.points();
    for (std::uint32_t i = 0; i < own.size(); ++i) {
      std::uint32_t which = 0;
      const double d = b_.data->cloud.nearest(b_.to_local(a_.to_world(own[i])), least_, which);
      if (!(d < least_)) continue;
      least_ = d;
      a_point_ = i;
      b_point_ = which;
    }
  }

  // 1 if each ball of a lies in one of b, -1 if a point of a lies in none of b, 0 where that does not tell.
  int held(const PlacedSolid& a, const PlacedSolid& b) const {
    bool all = true;
    for (const Vec3& p : a.data->cloud.points()) {
      std::uint32_t which = 0;
      const double d = b.data->cloud.nearest(b.to_local(a.to_world(p)), kAnyDistance, which);
      if (d > b.data->radius + 2 * rounding_) return -1;
      all = all && d + a.data->radius < b.data->radius - 2 * rounding_;
    }
    if (all) return 1;
    for (const Vec3& direction : probes()) {
      // The farthest point of all balls along a direction.
      const Vec3 local = a.rotation.transpose() * direction;
      const std::span<const Vec3> own = a.data->cloud.points();
      const auto best = std::max_element(own.begin(), own.end(),
                                         [&](const Vec3& x, const Vec3& y) { return x.dot(local) < y.dot(local); });
      std::uint32_t which = 0;
      const double d =
          b.data->cloud.nearest(b.to_local(a.to_world(*best) + direction * a.data->radius), kAnyDistance, which);
      if (d > b.data->radius + 2 * rounding_) return -1;
    }
    return 0;
  }

  void tell_overlap(PairAnswer& answer) const {
    const int a_in_b = held(a_, b_), b_in_a = held(b_, a_);
    if (a_in_b > 0 || b_in_a > 0) {
      answer.verdict = a_in_b > 0 ? Verdict::a_in_b : Verdict::b_in_a;
    } else if (a_in_b < 0 && b_in_a < 0) {
      answer.verdict = Verdict::crossing;
    } else {
      answer.verdict = Verdict::undecided;
      answer.certainty = Certainty::undecided;
      answer.distance.reset();
    }
  }

  const PlacedSolid &a_, &b_;
  const SolidQuestion& question_;
  double reach_, rounding_, least_ = kAnyDistance;
  std::uint32_t a_point_ = 0, b_point_ = 0;
};

}  // namespace

PairAnswer answer_points_and_solid(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question) {
  return PointsAndSolid(a, b, question).run();
}

PairAnswer answer_points_and_points(const PlacedSolid& a, const PlacedSolid& b, const SolidQuestion& question) {
  return PointsAndPoints(a, b, question).run();
}

}  // namespace impinge
