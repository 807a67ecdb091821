// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Motions at the edge of what a step can tell: grazes within rounding, contacts that begin or end with a step or come back
// within it, vertices that part, bodies of any size.

#include <gtest/gtest.h>

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/shapes.h>
#include <support/case_count.h>

#include "random_motion.h"

namespace impinge::test {
namespace {

constexpr double kTolerance = 1e-6;

SweptPair only_pair(const SweepResult& result) {
  EXPECT_EQ(result.pairs.size(), 1u);
  return result.pairs.empty() ? SweptPair{} : result.pairs[0];
}

// A cube of edge 1 beside a cube of edge 1 at the origin.
Scene cube_beside(const Vec3& position, const Motion& motion) {
  Scene scene;
  scene.add("fixed", make_box({1, 1, 1}));
  scene.set_motion(scene.add("moving", make_box({1, 1, 1}), {.position = position}), motion);
  scene.duration = 1;
  return scene;
}

// Apart at each moment, but by less than the continuous test can tell: one interval, found in few steps.
TEST(SweepEdges, SlidesWithinRoundingAreOneInterval) {
  for (const double gap : {0.0, 2.3e-16, 1e-15}) {
    const SweptPair pair = only_pair(Engine().sweep(cube_beside({-5, 1 + gap, 0}, moving({10, 0, 0}))));
    ASSERT_EQ(pair.intervals.size(), 1u) << gap;
    EXPECT_NEAR(pair.intervals[0].begin, 0.4, kTolerance) << gap;
    EXPECT_NEAR(pair.intervals[0].end, 0.6, 8 * kTolerance) << gap;
  }
  EXPECT_TRUE(Engine().sweep(cube_beside({-5, 1 + 1e-9, 0}, moving({10, 0, 0}))).pairs.empty());
}

TEST(SweepEdges, TouchesAtAnInstantOfAKeyframe) {
  Motion there_and_back;
  there_and_back.keyframes = {{0, {2, 0, 0}, {0, 0, 0, 1}}, {1, {1, 0, 0}, {0, 0, 0, 1}}, {2, {2, 0, 0}, {0, 0, 0, 1}}};
  Scene scene = cube_beside({2, 0, 0}, there_and_back);
  scene.duration = 2;
  const SweptPair pair = only_pair(Engine().sweep(scene));
  EXPECT_LE(pair.first_contact->t, 1);
  EXPECT_GE(pair.first_contact->t, 1 - kTolerance);
  ASSERT_EQ(pair.intervals.size(), 1u);
  EXPECT_NEAR(pair.intervals[0].end, 1, kTolerance);
}

TEST(SweepEdges, ContactsAtBothEndsOfTheMotion) {
  const SweptPair last = only_pair(Engine().sweep(cube_beside({2, 0, 0}, moving({-1, 0, 0}))));
  EXPECT_NEAR(last.first_contact->t, 1, kTolerance);
  EXPECT_EQ(last.intervals.back().end, 1);
  const SweptPair first = only_pair(Engine().sweep(cube_beside({1, 0, 0}, moving({1, 0, 0}))));
  EXPECT_EQ(first.first_contact->t, 0);
  EXPECT_NEAR(first.intervals.at(0).end, 0, kTolerance);
}

// The worst moment is the first one here: it must be looked at.
TEST(SweepEdges, LooksAtTheBeginning) {
  Scene scene;
  scene.add("plate", make_box({0.1, 10, 10}));
  scene.set_motion(scene.add("bolt", make_box({0.2, 0.2, 0.2})), moving({1, 0, 0}));
  scene.duration = 1;
  const SweptPair pair = only_pair(Engine().sweep(scene));
  EXPECT_EQ(pair.worst_t, 0);
  EXPECT_EQ(pair.worst_crossing_count, 16u);
  EXPECT_FALSE(pair.least_distance);
}

TEST(SweepEdges, DistanceIsZeroWhereContactFallsBetweenSamples) {
  Scene scene;
  scene.add("plate", make_box({0.1, 10, 10}));
  scene.set_motion(scene.add("bullet", make_box({0.2, 0.2, 0.2}), {.position = Vec3(-20, 0, 0)}), moving({40, 0, 0}));
  scene.duration = 1;
  const SweptPair pair = only_pair(Engine().sweep(scene, {.clearance = 100, .samples = 1}));
  EXPECT_EQ(pair.least_distance.value().high, 0);
  EXPECT_NEAR(pair.worst_t, 0.5, 0.005);
}

// Hulls over-report: whatever the exact test finds lies within.
TEST(SweepEdges, HullsCoverTheExactIntervals) {
  Dice dice(31);
  const Engine engine({.threads = 1}), hulls({.threads = 1}, {.swept = Swept::hull});
  int contacts = 0;
  for (int k = 0; k < 60; ++k) {
    const RandomPair r = random_pair(dice);
    const SweepResult exact = engine.sweep(r.scene), hull = hulls.sweep(r.scene);
    if (exact.pairs.empty()) continue;
    ++contacts;
    ASSERT_EQ(hull.pairs.size(), 1u) << "case " << k;
    EXPECT_LE(hull.pairs[0].first_contact->t, exact.pairs[0].first_contact->t + kTolerance) << "case " << k;
    for (const ContactInterval& i : exact.pairs[0].intervals) {
      bool covered = false;
      for (const ContactInterval& h : hull.pairs[0].intervals)
        covered = covered || (h.begin <= i.begin + kTolerance && i.end <= h.end + kTolerance);
      EXPECT_TRUE(covered) << "case " << k << " from " << i.begin << " to " << i.end;
    }
  }
  EXPECT_GT(contacts, 10);
}

// Distances are sampled by other means: 0 within the intervals and nowhere else, but for the gaps that may be bridged, which
// begin and end between two moments 1/32 of the step apart.
TEST(SweepEdges, IntervalsAgreeWithSampledDistances) {
  Dice dice(32);
  const Engine engine({.threads = 1});
  std::size_t inside = 0, bridged = 0;
  const int cases = case_count(60, 2000);
  for (int k = 0; k < cases; ++k) {
    const SweepResult result = engine.sweep(random_pair(dice).scene, {.clearance = 0.3, .samples = 100});
    double met = 0;  // when they last did
    for (const DistanceSample& s : result.curve) {
      bool within = false, beside = false;
      for (const ContactInterval& i : result.pairs.at(0).intervals) {
        within = within || (s.t > i.begin + 2 * kTolerance && s.t < i.end - 2 * kTolerance);
        beside = beside || (s.t >= i.begin - 2 * kTolerance && s.t <= i.end + 2 * kTolerance);
      }
      if (!within || s.distance == 0) met = s.t;
      EXPECT_LT(s.t - met, 1.0 / 32 + 0.01) << "case " << k << " at " << s.t;
      bridged += s.t > met;
      EXPECT_TRUE(beside || s.distance > 0) << "case " << k << " at " << s.t;
      inside += within;
    }
  }
  EXPECT_GT(inside, static_cast<std::size_t>(5 * cases));
  EXPECT_LE(bridged, inside / 1000);
}

// A sheet falls through another at t = 0.2, a third one at 0.8, all of one mesh and in one step.
TEST(SweepEdges, AnObjectMeetsItselfAgainWithinAStep) {
  const auto sheets = [](double second, double third) {
    std::vector<Vec3> vertices;
    for (const double z : {0.0, second, third})
      vertices.insert(vertices.end(), {Vec3(-1, -1, z), Vec3(1, -1, z), Vec3(0, 1, z)});
    return vertices;
  };
  Scene scene;
  Motion motion;
  motion.vertex_keyframes = {sheets(5, 20), sheets(-20, -5)};
  scene.set_motion(scene.add("sheets", Mesh(sheets(5, 20), {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}})), motion);
  const SweptPair pair = only_pair(Engine().sweep(scene, {.self = true}));
  ASSERT_EQ(pair.intervals.size(), 2u);
  EXPECT_NEAR(pair.intervals[0].begin, 0.2, kTolerance);
  EXPECT_NEAR(pair.intervals[1].begin, 0.8, kTolerance);
}

// Two faces that stand in one place at first: the tip of the one that leaves is still tested.
TEST(SweepEdges, VerticesThatPartAreCornersOfTheirOwn) {
  const std::vector<Vec3> tip = {Vec3(0, 0, 5), Vec3(1, 0, 6), Vec3(-1, 0, 6)};
  std::vector<Vec3> together = tip, parted = tip;
  for (const Vec3& p : tip) {
    together.push_back(p);
    parted.push_back(p - Vec3(0, 0, 6));
  }
  Scene scene;
  scene.add("plate", make_box({10, 10, 0.1}));
  Motion motion;
  motion.vertex_keyframes = {together, parted};
  scene.set_motion(scene.add("pair", Mesh(together, {{0, 1, 2}, {3, 5, 4}})), motion);
  const Engine prepared;
  Engine engine;
  engine.prepare(scene.objects()[1].mesh);
  for (const Engine* e : {&prepared, static_cast<const Engine*>(&engine)}) {
    const SweepResult result = e->sweep(scene, {.velocity_backface = true});
    const SweptPair pair = only_pair(result);
    ASSERT_TRUE(pair.first_contact);
    EXPECT_NEAR(pair.first_contact->t, 4.95 / 6, kTolerance);
    EXPECT_EQ(result.cull->refused_open, 1u);  // closed only while they stand together
  }
}

TEST(SweepEdges, BodiesOfAnySize) {
  for (const double s : {1e-150, 1e-6, 1e6, 1e150}) {
    Scene scene;
    scene.add("plate", make_box({0.1 * s, 10 * s, 10 * s}));
    scene.set_motion(scene.add("bullet", make_box({0.2 * s, 0.2 * s, 0.2 * s}), {.position = Vec3(-20 * s, 0, 0)}),
                     moving({40 * s, 0, 0}));
    scene.duration = 1;
    const SweptPair pair = only_pair(Engine().sweep(scene, {.first_only = true}));
    EXPECT_LE(pair.first_contact->t, 0.49625 + 1e-12) << s;
    EXPECT_GE(pair.first_contact->t, 0.49625 - kTolerance) << s;
  }
}

// Its box would be taken for it.
TEST(SweepEdges, RefusesShapesThatAreNoMeshes) {
  Scene scene = cube_beside({-5, 0, 0}, moving({10, 0, 0}));
  scene.add("ball", make_implicit_sphere(1), {.position = Vec3(0, 0, 50)});
  EXPECT_THROW(Engine().sweep(scene), Error);
}

// A duration that keyframes give holds for velocities too, in whatever order the objects come.
TEST(SweepEdges, DurationsDoNotDependOnTheOrderOfObjects) {
  Motion keyed;
  keyed.keyframes = {{0, {0, 50, 0}, {0, 0, 0, 1}}, {2, {0, 60, 0}, {0, 0, 0, 1}}};
  for (const bool velocity_first : {true, false}) {
    Scene scene;
    for (const bool velocity : {velocity_first, !velocity_first})
      scene.set_motion(scene.add("body", make_box({1, 1, 1})), velocity ? moving({1, 0, 0}) : keyed);
    EXPECT_EQ(Engine().sweep(scene).duration, 2);
  }
}

}  // namespace
}  // namespace impinge::test
