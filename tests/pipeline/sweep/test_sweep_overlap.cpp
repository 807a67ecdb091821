// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What an overlap is at the worst moment of a motion, against closed forms.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include "random_motion.h"

namespace impinge::test {
namespace {

SweepOptions everything() {
  SweepOptions options;
  options.contacts = options.curves = options.patches = options.overlap = options.parting = true;
  return options;
}

// The second box passes the first one along x within a unit of time.
Scene passing(const Vec3& first, const Vec3& second, const Vec3& from, double way) {
  Scene scene;
  scene.add("a", make_box(first));
  scene.add("b", make_box(second), {.position = from});
  scene.set_motion({1}, moving({way, 0, 0}));
  scene.duration = 1;
  return scene;
}

const OverlapMoment& worst(const SweepResult& result) {
  EXPECT_EQ(result.pairs.size(), 1u);
  EXPECT_TRUE(result.pairs.at(0).overlap);
  return *result.pairs.at(0).overlap;
}

const OverlapSolid& solid_of(const OverlapMoment& moment) {
  EXPECT_NE(moment.answer.overlap, nullptr);
  EXPECT_TRUE(moment.answer.overlap->solid);
  return *moment.answer.overlap->solid;
}

TEST(SweepOverlap, BoxesThatSlideThroughEachOtherAreWorstInTheMiddle) {
  const SweepResult result = Engine().sweep(passing({2, 2, 2}, {2, 2, 2}, {-7, 1, 0}, 12), everything());
  const OverlapMoment& moment = worst(result);
  EXPECT_NEAR(moment.t, 7.0 / 12, 1e-5);
  EXPECT_EQ(moment.answer.verdict, Verdict::crossing);
  EXPECT_EQ(moment.answer.a, ObjectId{0});
  EXPECT_EQ(moment.answer.b, ObjectId{1});
  const OverlapSolid& solid = solid_of(moment);
  ASSERT_EQ(solid.lumps.size(), 1u);
  EXPECT_NEAR(solid.volume, 4, 1e-4);
  EXPECT_TRUE(solid.mesh->closed());
  const Overlap& overlap = *moment.answer.overlap;
  EXPECT_EQ(overlap.contacts.size(), moment.answer.face_pair_count);
  ASSERT_TRUE(overlap.parting);
  EXPECT_NEAR(overlap.parting->length, 1, 1e-9);
  EXPECT_NEAR(overlap.parting->direction.y(), 1, 1e-9);
  EXPECT_EQ(overlap.pushes.size(), 4u);
}

TEST(SweepOverlap, OfEquallyBadMomentsTheEarliestCounts) {
  // All of b in x from 1/4 of the way on, half of it in y.
  const SweepResult result = Engine().sweep(passing({4, 4, 4}, {2, 2, 2}, {-5, 2, 0}, 10), everything());
  EXPECT_EQ(solid_of(worst(result)).volume, 4);
  EXPECT_GE(worst(result).t, 0.4);
  EXPECT_LE(worst(result).t, 0.4 + 1.0 / 16);
}

TEST(SweepOverlap, ABodyThatGoesIntoAnotherIsWorstInside) {
  const SweepResult result = Engine().sweep(passing({6, 6, 6}, {2, 2, 2}, {-8, 0.5, 0.25}, 8), everything());
  EXPECT_EQ(worst(result).answer.verdict, Verdict::b_in_a);
  EXPECT_EQ(solid_of(worst(result)).volume, 8);
}

TEST(SweepOverlap, AContactWithinAStepIsFound) {
  const SweepResult result = Engine().sweep(passing({0.01, 4, 4}, {0.1, 0.1, 0.1}, {-10, 0.3, 0.2}, 20), everything());
  EXPECT_NEAR(solid_of(worst(result)).volume, 1e-4, 1e-12);
}

TEST(SweepOverlap, WhereNothingOverlapsTheFirstContactCounts) {
  // Slides on the plate, from beside it.
  const SweepResult result = Engine().sweep(passing({4, 4, 1}, {2, 2, 2}, {-4, 0, 1.5}, 4), everything());
  const OverlapMoment& moment = worst(result);
  EXPECT_EQ(moment.answer.verdict, Verdict::touching);
  EXPECT_GE(moment.t, result.pairs[0].first_contact->t);
  EXPECT_LE(moment.t, result.pairs[0].first_contact->t + 1e-5);
  EXPECT_TRUE(solid_of(moment).lumps.empty());
  EXPECT_FALSE(moment.answer.overlap->parting);
}

TEST(SweepOverlap, AFirstContactThatIsEarlyIsLookedAtALittleLater) {
  SweepOptions options = everything();
  options.first_only = true;
  const SweepResult result = Engine().sweep(passing({2, 2, 2}, {2, 2, 2}, {-7.3, 1, 0}, 12), options);
  const OverlapMoment& moment = worst(result);
  EXPECT_GE(moment.t, result.pairs[0].first_contact->t);
  EXPECT_LE(moment.t, result.pairs[0].first_contact->t + 1e-4);
  EXPECT_NE(moment.answer.verdict, Verdict::disjoint);
}

TEST(SweepOverlap, OpenBodiesHaveCurvesWhenMostOfThemCrosses) {
  Scene scene;
  scene.add("sheet", Mesh({{0, -3, -3}, {0, 3, -3}, {0, 3, 3}, {0, -3, 3}}, {{0, 1, 2}, {0, 2, 3}}));
  scene.add("box", make_box({2, 2, 2}), {.position = Vec3(-4, 0, 0)});
  scene.set_motion({1}, moving({8, 0, 0}));
  scene.duration = 1;
  const SweepResult result = Engine().sweep(scene, everything());
  const OverlapMoment& moment = worst(result);
  EXPECT_EQ(moment.t, result.pairs[0].worst_t);
  ASSERT_EQ(moment.answer.overlap->curves.size(), 1u);
  EXPECT_NEAR(moment.answer.overlap->curves[0].length, 8, 1e-12);
  EXPECT_FALSE(moment.answer.overlap->solid);
  EXPECT_FALSE(moment.answer.overlap->statement.empty());
}

TEST(SweepOverlap, NothingIsThereThatWasNotAskedFor) {
  const Scene scene = passing({2, 2, 2}, {2, 2, 2}, {-7, 1, 0.5}, 12);
  EXPECT_FALSE(Engine().sweep(scene).pairs.at(0).overlap);
  SweepOptions options;
  options.curves = true;
  const SweepResult result = Engine().sweep(scene, options);
  EXPECT_EQ(worst(result).answer.overlap->curves.size(), 1u);
  EXPECT_FALSE(worst(result).answer.overlap->solid);
  EXPECT_TRUE(worst(result).answer.overlap->contacts.empty());
}

TEST(SweepOverlap, TheSameWithOneThreadAndTwo) {
  Scene scene = passing({2, 2, 2}, {2, 2, 2}, {-7, 1, 0}, 12);
  scene.add("c", make_torus(1, 0.4, 24, 12), {.position = Vec3(0.3, 0.2, 0.1)});
  const SweepResult one = Engine({.threads = 1}).sweep(scene, everything()),
                    two = Engine({.threads = 2}).sweep(scene, everything());
  ASSERT_EQ(one.pairs.size(), 3u);
  ASSERT_EQ(two.pairs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(one.pairs[i].overlap && two.pairs[i].overlap);
    EXPECT_EQ(one.pairs[i].overlap->t, two.pairs[i].overlap->t);
    EXPECT_EQ(solid_of(*one.pairs[i].overlap).volume, solid_of(*two.pairs[i].overlap).volume);
  }
}

}  // namespace
}  // namespace impinge::test
