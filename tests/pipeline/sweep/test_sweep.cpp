// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Whole motions against closed forms, against all pairs of features without trees or culls, and against bodies that are
// posed at many moments by other means.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <numbers>

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/shapes.h>
#include <pipeline/sweep/first_contact.h>
#include <scene/motion/timeline.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <Eigen/Geometry>

#include "random_motion.h"

namespace impinge::test {
namespace {

Motion keyed(std::vector<Keyframe> keys, Path path = Path::straight) {
  Motion m;
  m.keyframes = std::move(keys);
  m.path = path;
  return m;
}

// A scene whose two objects do not meet at either end, by the static test.
void expect_static_misses(Scene scene, const Pose& end) {
  const Engine engine;
  EXPECT_FALSE(engine.meet(scene, {0}, {1}));
  scene.set_pose({1}, end);
  EXPECT_FALSE(engine.meet(scene, {0}, {1}));
}

TEST(Sweep, FindsABulletThatCrossesAThinPlateWithinAStep) {
  Scene scene;
  scene.add("plate", make_box({0.01, 4, 4}));
  scene.add("bullet", make_box({0.1, 0.1, 0.1}), {.position = Vec3(-10, 0.3, 0.2)});
  scene.set_motion({1}, moving({20, 0, 0}));
  scene.duration = 1;
  expect_static_misses(scene, {.position = Vec3(10, 0.3, 0.2)});
  for (const Parallel parallel : {Parallel::spmd, Parallel::spmd_even, Parallel::producer}) {
    const SweepResult result = Engine({}, {.parallel = parallel}).sweep(scene);
    ASSERT_EQ(result.pairs.size(), 1u);
    const SweptPair& pair = result.pairs[0];
    const double truth = (10 - 0.055) / 20, left = (10 + 0.055) / 20;
    EXPECT_LE(pair.first_contact->t, truth + 1e-12);
    EXPECT_GE(pair.first_contact->t, truth - 1e-6);
    EXPECT_NEAR(pair.first_contact->point.x(), -0.005, 1e-4);
    ASSERT_EQ(pair.intervals.size(), 1u);
    EXPECT_NEAR(pair.intervals[0].end, left, 2e-6);
    EXPECT_GT(pair.worst_crossing_count, 0u);
    EXPECT_GT(pair.worst_t, truth);
    EXPECT_LT(pair.worst_t, left);
  }
}

TEST(Sweep, FindsABladeThatSpinsThroughAPost) {
  Scene scene;
  scene.add("post", make_box({0.1, 0.1, 3}), {.position = Vec3(0, 0.8, 0)});
  scene.add("blade", make_box({2, 0.1, 0.05}));
  const double turn = 2.9;
  scene.set_motion({1},
                   keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0, 0}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}}}));
  expect_static_misses(scene, Pose::from_quaternion({0, 0, 0}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}));
  // The leading side of the blade meets a corner of the post.
  double truth = 1;
  for (const double y : {0.75, 0.85})
    truth = std::min(truth, (std::acos(0.05 / std::hypot(0.05, y)) - std::atan2(0.05, y)) / turn);
  const SweepResult result = Engine().sweep(scene);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_LE(result.pairs[0].first_contact->t, truth + 1e-12);
  EXPECT_GE(result.pairs[0].first_contact->t, truth - 1e-6);
  ASSERT_EQ(result.pairs[0].intervals.size(), 1u);
}

TEST(Sweep, TellsAScrewFromAStraightLine) {
  const double turn = 2 * std::numbers::pi / 3;
  for (const Path path : {Path::screw, Path::straight}) {
    Scene scene;
    scene.add("plate", make_box({0.2, 0.2, 0.01}), {.position = Vec3(std::cos(turn / 2), std::sin(turn / 2), 0.5)});
    scene.add("pin", make_box({0.02, 0.02, 0.02}), {.position = Vec3(1, 0, 0)});
    const Keyframe end{1, {std::cos(turn), std::sin(turn), 1}, {0, 0, std::sin(turn / 2), std::cos(turn / 2)}};
    scene.set_motion({1}, keyed({{0, {1, 0, 0}, {0, 0, 0, 1}}, end}, path));
    expect_static_misses(scene, Pose::from_quaternion(end.position, end.rotation));
    const SweepResult result = Engine().sweep(scene);
    ASSERT_EQ(result.pairs.size(), path == Path::screw ? 1u : 0u);
    if (path == Path::straight) continue;
    EXPECT_LE(result.pairs[0].first_contact->t, 0.485 + 1e-12);
    EXPECT_GE(result.pairs[0].first_contact->t, 0.485 - 1e-6);
    EXPECT_NEAR(result.pairs[0].intervals.at(0).end, 0.515, 2e-6);
  }
}

// Turns of any number are cut into steps; contacts come back with every turn.
TEST(Sweep, FollowsManyTurns) {
  Scene scene;
  scene.add("post", make_box({0.1, 0.1, 3}), {.position = Vec3(0, 0.8, 0)});
  scene.add("blade", make_box({1.8, 0.1, 0.05}));
  scene.set_motion({1}, moving({0, 0, 0}, {0, 0, 2 * std::numbers::pi}));
  scene.duration = 3;
  const SweepResult result = Engine().sweep(scene);
  EXPECT_EQ(result.steps, 6u);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_EQ(result.pairs[0].intervals.size(), 6u);  // the blade has two ends
  for (std::size_t i = 1; i < 6; ++i)
    EXPECT_NEAR(result.pairs[0].intervals[i].begin - result.pairs[0].intervals[i - 1].begin, 0.5, 1e-6);
}

TEST(Sweep, RefusesBadMotions) {
  Scene scene;
  const ObjectId box = scene.add("box", make_box({1, 1, 1}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(scene.set_motion(box, moving({nan, 0, 0})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {0, {1, 0, 0}, {0, 0, 0, 1}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {nan, 0, 0}, {0, 0, 0, 1}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{0, {0, 0, 0}, {0, 0, 0, 1}}, {1, {0, 0, 0}, {0, 0, 1, 0}}})), Error);
  EXPECT_THROW(scene.set_motion(box, keyed({{nan, {0, 0, 0}, {0, 0, 0, 1}}})), Error);
  Motion frames;
  frames.vertex_keyframes = {std::vector<Vec3>(8, Vec3::Zero()), std::vector<Vec3>(7, Vec3::Zero())};
  EXPECT_THROW(scene.set_motion(box, frames), Error);
  scene.set_motion(box, moving({1, 0, 0}));
  EXPECT_THROW(Engine().sweep(scene), Error);
  for (const double duration : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    scene.duration = duration;
    EXPECT_THROW(Engine().sweep(scene), Error) << duration;
  }
}

// All pairs of faces with all their features, without boxes in front.
double brute_first(const RandomPair& r) {
  const Timeline timeline(r.scene);
  const ObjectStep a = timeline.step(0, 0), b = timeline.step(1, 0);
  double first = std::numeric_limits<double>::infinity();
  for (const Face& f : r.scene.objects()[0].mesh.faces())
    for (const Face& g : r.scene.objects()[1].mesh.faces())
      if (const auto c = face_pair_swept({a.face(f), kAllFeatures, {}}, {b.face(g), kAllFeatures, {}}, false, 0, 1))
        first = std::min(first, c->t);
  return first;
}

TEST(Sweep, TreesAndOwnersLoseNothing) {
  Dice dice(21);
  const Engine engine({.threads = 1});
  int contacts = 0;
  const int cases = case_count(120, 3000);
  for (int k = 0; k < cases; ++k) {
    const RandomPair r = random_pair(dice);
    const SweepResult result = engine.sweep(r.scene, {.first_only = true, .begins_apart = true});
    const double truth = brute_first(r);
    if (std::isinf(truth)) {
      EXPECT_TRUE(result.pairs.empty()) << "case " << k;
    } else {
      ++contacts;
      ASSERT_EQ(result.pairs.size(), 1u) << "case " << k;
      EXPECT_NEAR(result.pairs[0].first_contact->t, truth, 1e-6) << "case " << k;
    }
  }
  EXPECT_GT(contacts, cases / 10);
}

// Posed by other means: apart before the first contact, in contact soon after it or hardly grazing.
TEST(Sweep, AgreesWithBodiesPosedAtManyMoments) {
  Dice dice(22);
  const Engine engine({.threads = 1});
  int contacts = 0, grazes = 0;
  const int cases = case_count(150, 5000);
  for (int k = 0; k < cases; ++k) {
    RandomPair r = random_pair(dice);
    if (meet_at(r, 0)) continue;
    const SweepResult result = engine.sweep(r.scene, {.first_only = true});
    const double t = result.pairs.empty() ? 2 : result.pairs[0].first_contact->t;
    for (int s = 0; s <= 50; ++s)
      if (s / 50.0 < t) {
        ASSERT_FALSE(meet_at(r, s / 50.0)) << "case " << k << " at " << s / 50.0 << ", first at " << t;
      }
    if (t > 1) continue;
    ++contacts;
    if (t > 1e-5) {
      EXPECT_FALSE(meet_at(r, t - 1e-6)) << "case " << k;
    }
    grazes += t < 1 - 1e-4 && !meet_at(r, t + 2e-6);
  }
  EXPECT_GT(contacts, cases / 10);
  EXPECT_LE(grazes, contacts / 20);
  std::cout << contacts << " contacts, " << grazes << " of them not yet deep 2e-6 later\n";
}

}  // namespace
}  // namespace impinge::test
