// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Why the approach is bounded so: between two states, joints are moved one after another, those nearest to the root of the
// robot first. While one of them moves, all that it carries is rigid, and what lies beyond it has its first values; so a
// point of the body goes along an arc whose radius is its distance from the axis at the first state. Joints on the way to
// the other body move that one. The order in which joints really move does not matter: only both ends do.
#include "pipeline/robot/pair_gap.h"

#include <algorithm>
#include <cmath>

#include "answer/distance/cluster_distance.h"
#include "answer/verdict/likely_verdict.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "pipeline/solid/solid_objects.h"
#include "scene/world.h"

namespace impinge {

namespace {

constexpr double kGapRounding = 0x1p-36;  // of coordinates, with much room

}  // namespace

PairGaps::PairGaps(const CellPlan& plan, PairQuestions& questions, const CancelCallback& is_cancelled)
    : plan_(plan), questions_(questions), is_cancelled_(is_cancelled), slack_(plan.size * kGapRounding + plan.slack) {}

double PairGaps::at_least(std::uint32_t index) {
  const CellPair& pair = plan_.pairs[index];
  const CellBody &a = plan_.bodies[pair.a], &b = plan_.bodies[pair.b];
  double low = 0;
  if (a.cover->exists() && b.cover->exists()) {
    const PlacedCover a_placed{a.cover.get(), &questions_.pose(pair.a)}, b_placed{b.cover.get(), &questions_.pose(pair.b)};
    const Vec3 from = a_placed.pose->rotation * a.cover->centre() + a_placed.pose->position;
    const Vec3 to = b_placed.pose->rotation * b.cover->centre() + b_placed.pose->position;
    Vec3 direction = a_placed.pose->rotation.transpose() * (to - from);
    if (!(direction.squaredNorm() > 0)) direction = Vec3::UnitX();
    low = find_parting(a_placed, b_placed, std::numeric_limits<double>::infinity(), direction) - slack_;
    // The covers of convex meshes are the bodies; those of others may be far off where they are near.
    const bool tight = a.convex && b.convex;
    if (low > 0 && (tight || low > 0.5 * (a.cover->ball() + b.cover->ball()))) return low;
  }
  return std::max({low, measure(index).low, 0.0});
}

PairGap PairGaps::measure(std::uint32_t index) {
  const CellPair& pair = plan_.pairs[index];
  const SceneObject &a = questions_.object(pair.a), &b = questions_.object(pair.b);
  return solids_answer(a, b) ? measure_solids(pair) : measure_meshes(pair);
}

PairGap PairGaps::measure_solids(const CellPair& pair) {
  const SceneObject &a = questions_.object(pair.a), &b = questions_.object(pair.b);
  const PairAnswer answer = answer_solid_objects(
      a, b, plan_.shapes, {std::numeric_limits<double>::infinity(), false, false, plan_.open}, is_cancelled_);
  if (answer.verdict != Verdict::near) return {0, 0};
  const double value = answer.distance.value_or(0);
  return {std::max((answer.gap ? answer.gap->low : value) - slack_, 0.0), (answer.gap ? answer.gap->high : value) + slack_};
}

PairGap PairGaps::measure_meshes(const CellPair& pair) {
  const SceneObject &a = questions_.object(pair.a), &b = questions_.object(pair.b);
  const PreparedShapes::Tree a_tree = plan_.shapes.find(a), b_tree = plan_.shapes.find(b);
  const WorldObject a_world = place(a, a_tree.get()), b_world = place(b, b_tree.get());
  Control control({}, is_cancelled_);
  const Body a_body(a_world, control), b_body(b_world, control);
  if (cluster_tree_any(a_body.clustered(), b_body.clustered(), control)) return {0, 0};
  if (plan_.open == OpenBodies::solid && !(a_world.sound() && b_world.sound()))
    if (const auto likely = likely_verdict(a_body, b_body, {}); likely && likely->verdict != Verdict::disjoint) return {0, 0};
  const auto nearest = cluster_nearest_within(a_body, b_body, std::numeric_limits<double>::infinity());
  return nearest ? PairGap{std::max(nearest->distance - slack_, 0.0), nearest->distance + slack_} : PairGap{};
}

double PairGaps::approach(std::uint32_t index, std::span<const double> ways) {
  const CellPair& pair = plan_.pairs[index];
  double sum = 0;
  for (const CellPair::Between& joint : pair.between) {
    const double way = ways[joint.variable] * joint.rate;
    if (way > 0) sum += way * std::min(lever(pair, joint), joint.reach);
  }
  return sum * (1 + 1e-12);
}

// The farthest that a point of what the joint carries is from its axis now; of a prismatic joint its way for 1.
double PairGaps::lever(const CellPair& pair, const CellPair::Between& joint) {
  if (plan_.data.model.joints[joint.joint].kind == JointKind::prismatic) return joint.reach;
  const std::uint32_t body = joint.carries_b ? pair.b : pair.a;
  const BodyCover& cover = *plan_.bodies[body].cover;
  if (!cover.exists()) return joint.reach;
  const auto [point, direction] = plan_.axis(joint.joint, questions_.links());
  const Pose& pose = questions_.pose(body);
  // In the frame of the body, so that its points need not be placed.
  const Vec3 own_point = pose.rotation.transpose() * (point - pose.position);
  const Vec3 own_direction = pose.rotation.transpose() * direction;
  double most = 0;
  for (std::uint32_t i = 0; i < cover.size(); ++i) {
    const Vec3 arm = cover.point(i) - own_point;
    most = std::max(most, (arm - own_direction * own_direction.dot(arm)).squaredNorm());
  }
  return (std::sqrt(most) + cover.radius()) * (1 + 1e-9) + slack_;
}

}  // namespace impinge
