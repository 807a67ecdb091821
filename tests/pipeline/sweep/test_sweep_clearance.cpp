// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Distances of whole motions against dense sampling and closed forms: no clearance is missed between samples.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <iostream>
#include <limits>
#include <numbers>

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/shapes.h>
#include <support/case_count.h>

#include "dense_judge.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-10;  // of judge and search, in lengths of some units

Motion turning(double turns, const Vec3& velocity = Vec3::Zero()) {
  Motion m;
  m.velocity = velocity;
  m.angular_velocity = Vec3(0, 0, 2 * std::numbers::pi * turns);
  return m;
}

// A box at the end of an arm, that turns about the origin beside a wall at x = 20.
Scene arm_beside_wall(double turns, double duration = 1) {
  Scene scene;
  scene.add("wall", make_box({2, 100, 100}), {.position = Vec3(21, 0, 0)});
  std::vector<Vec3> vertices;
  const Mesh box = make_box({2, 1, 1});
  for (const Vec3& p : box.vertices()) vertices.push_back(p + Vec3(16, 0.3, 0));
  const ObjectId arm = scene.add("arm", Mesh(vertices, {box.faces().begin(), box.faces().end()}));
  scene.set_motion(arm, turning(turns / duration));
  scene.duration = duration;
  return scene;
}

// The corner farthest from the axis comes nearest to the wall.
const double kArmLeast = 20 - std::hypot(17, 0.8);

TEST(SweepClearance, SixtyFourSamplesOfThirtyTurnsMissedAClearance) {
  const Scene scene = arm_beside_wall(30.25);
  const SweepResult result = Engine().sweep(scene, {.clearance = 3, .samples = 1});
  ASSERT_EQ(result.pairs.size(), 1u);
  const SweptPair& pair = result.pairs[0];
  EXPECT_FALSE(pair.first_contact);
  ASSERT_TRUE(pair.least_distance);
  EXPECT_LE(pair.least_distance->low, kArmLeast);
  EXPECT_GE(pair.least_distance->high, kArmLeast);
  EXPECT_LE(pair.least_distance->high - pair.least_distance->low, 1.001e-3 * kArmLeast);
  EXPECT_EQ(pair.worst_t, pair.least_distance->t);
  const double turn = pair.least_distance->t * 30.25 + std::atan2(0.8, 17) / (2 * std::numbers::pi);
  EXPECT_NEAR(turn, std::round(turn), 0.02);
}

TEST(SweepClearance, IsDecidedJustAboveAndBelowTheLeastDistance) {
  const Scene scene = arm_beside_wall(50);
  for (const double share : {1e-2, 1e-4, 3e-6}) {
    EXPECT_EQ(Engine().sweep(scene, {.clearance = kArmLeast * (1 + share)}).pairs.size(), 1u) << share;
    EXPECT_EQ(Engine().sweep(scene, {.clearance = kArmLeast * (1 - share)}).pairs.size(), 0u) << share;
  }
  const SweepResult result = Engine().sweep(scene, {.clearance = kInfinity, .precision = 1e-6});
  const LeastDistance least = result.pairs.at(0).least_distance.value();
  EXPECT_LE(least.low, kArmLeast);
  EXPECT_GE(least.high, kArmLeast);
  EXPECT_LE(least.high - least.low, 1.001e-6 * kArmLeast);
}

TEST(SweepClearance, BodiesThatKeepExactlyTheirDistanceAreDecidedAtOnce) {
  Scene scene;
  scene.add("floor", make_box({100, 100, 1}), {.position = Vec3(0, 0, -0.5)});
  scene.set_motion(scene.add("cart", make_box({1, 1, 1}), {.position = Vec3(-20, 0, 5.5)}), {.velocity = Vec3(40, 1, 0)});
  scene.duration = 1;
  const SweepResult at = Engine().sweep(scene, {.clearance = 5, .samples = 2});
  ASSERT_EQ(at.pairs.size(), 1u);
  EXPECT_DOUBLE_EQ(at.pairs[0].least_distance->value, 5);
  EXPECT_TRUE(Engine().sweep(scene, {.clearance = 4.9999}).pairs.empty());
}

TEST(SweepClearance, AContactHasTheLeastDistanceZeroFromItsFirstMomentOn) {
  Scene scene;
  scene.add("plate", make_box({0.1, 10, 10}));
  scene.set_motion(scene.add("bullet", make_box({0.2, 0.2, 0.2}), {.position = Vec3(-20, 0, 0)}),
                   {.velocity = Vec3(40, 0, 0)});
  scene.duration = 1;
  const SweepResult result = Engine().sweep(scene, {.clearance = 100, .samples = 1});
  const LeastDistance least = result.pairs.at(0).least_distance.value();
  EXPECT_EQ(least.value, 0);
  EXPECT_EQ(least.high, 0);
  EXPECT_EQ(least.t, result.pairs[0].first_contact->t);
}

// Both stand still, or one only begins to move later.
TEST(SweepClearance, BodiesThatStandAreMeasuredOnce) {
  Scene scene;
  scene.add("a", make_box({1, 1, 1}));
  scene.add("b", make_box({1, 1, 1}), {.position = Vec3(3, 0, 0)});
  Motion late;
  late.keyframes = {{1, {0, 9, 0}, {0, 0, 0, 1}}, {2, {0, 4, 0}, {0, 0, 0, 1}}, {3, {0, 9, 0}, {0, 0, 0, 1}}};
  scene.set_motion(scene.add("c", make_box({1, 1, 1})), late);
  const SweepResult result = Engine().sweep(scene, {.clearance = kInfinity});
  ASSERT_EQ(result.pairs.size(), 3u);
  EXPECT_DOUBLE_EQ(result.pairs[0].least_distance->value, 2);
  EXPECT_NEAR(result.pairs[1].least_distance->value, 3, 1e-9);
  EXPECT_NEAR(result.pairs[1].least_distance->t, 2, 1e-3);
}

TEST(SweepClearance, FarFromTheOriginRoundingIsPartOfTheBounds) {
  for (const double far : {1e6, 1e9, 1e12}) {
    Scene scene = arm_beside_wall(7);
    const Vec3 shift(far, -far, far / 3);
    scene.set_pose({0}, {.position = Vec3(21, 0, 0) + shift});
    scene.set_pose({1}, {.position = shift});
    const LeastDistance least = Engine().sweep(scene, {.clearance = 5}).pairs.at(0).least_distance.value();
    const double grid = far * 0x1p-52;
    EXPECT_LE(least.low, kArmLeast + 4 * grid) << far;
    EXPECT_GE(least.high, kArmLeast - 4 * grid) << far;
    EXPECT_LE(least.high - least.low, 1.001e-3 * kArmLeast + 8000 * grid) << far;
  }
}

TEST(SweepClearance, IsTheSameForAnyNumberOfThreads) {
  Dice dice(5);
  for (int k = 0; k < 10; ++k) {
    const JudgedPair pair = random_judged_pair(dice);
    const SweepResult one = Engine({.threads = 1}).sweep(pair.scene, {.clearance = kInfinity}),
                      two = Engine({.threads = 2}).sweep(pair.scene, {.clearance = kInfinity});
    ASSERT_EQ(one.pairs.size(), 1u);
    EXPECT_EQ(one.pairs[0].least_distance->value, two.pairs.at(0).least_distance->value) << "case " << k;
    EXPECT_EQ(one.pairs[0].least_distance->low, two.pairs.at(0).least_distance->low) << "case " << k;
    EXPECT_EQ(one.pairs[0].least_distance->t, two.pairs.at(0).least_distance->t) << "case " << k;
  }
}

TEST(SweepClearance, CanBeCancelledWhileDistancesAreBounded) {
  const Scene scene = arm_beside_wall(2000);
  std::atomic<bool> bounding = false;
  SweepOptions options{.clearance = kInfinity, .precision = 1e-6, .samples = 1};
  options.on_progress = [&](std::string_view, double share) { bounding = share > 0.5; };
  options.is_cancelled = [&] { return bounding.load(); };
  try {
    Engine().sweep(scene, options);
    FAIL() << "not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

TEST(SweepClearance, WithObjectsAgainstThemselvesIsRefused) {
  Scene scene = arm_beside_wall(1);
  const Engine engine;
  EXPECT_THROW(engine.sweep(scene, {.clearance = 1, .self = true}), Error);
  EXPECT_THROW(engine.check(scene, {.clearance = 1, .self = true}), Error);
  EXPECT_THROW(engine.sweep(scene, {.clearance = 1, .precision = 1e-9}), Error);
}

// What dense sampling sees, with a clearance around what it sees.
TEST(SweepClearance, NoneIsMissedInMotionsWithUpToFiftyTurns) {
  Dice dice(2026);
  const Engine engine;
  const int cases = case_count(60, 2000);
  int contacts = 0, near = 0, kept = 0;
  for (int k = 0; k < cases; ++k) {
    const JudgedPair pair = random_judged_pair(dice);
    const double around[] = {0.3, 0.9, 0.999, 1.001, 1.1, 3};
    const double share = around[dice.integer(0, 5)];
    const double truth = dense_least(pair.body[0], pair.body[1]), clearance = truth * share;
    const SweepResult result = engine.sweep(pair.scene, {.clearance = clearance});
    if (!result.pairs.empty() && result.pairs[0].first_contact) {
      ++contacts;
      continue;
    }
    if (result.pairs.empty()) {
      EXPECT_GT(truth, clearance) << "case " << k << ": a clearance was missed";
      ++kept;
      continue;
    }
    ++near;
    const LeastDistance least = result.pairs[0].least_distance.value();
    EXPECT_LE(least.low, truth + kRounding) << "case " << k;
    EXPECT_LE(least.high - least.low, 1.001e-3 * least.value + kRounding) << "case " << k;
    EXPECT_LE(least.value, clearance * (1 + 1e-5) + kRounding) << "case " << k << ": false alarm";
    EXPECT_NEAR(distance_at(pair.body[0], pair.body[1], least.t), least.value, 1e-9) << "case " << k;
  }
  std::cout << cases << " motions: " << contacts << " in contact, " << near << " near, " << kept << " kept the clearance\n";
  EXPECT_GT(near, cases / 10);
  EXPECT_GT(kept, cases / 10);
}

}  // namespace
}  // namespace impinge::test
