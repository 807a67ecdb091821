// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Clearance: verdict near, the distance and its two points, against exact distances of all face pairs.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <impinge/error.h>
#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/judge.h>

namespace impinge::test {
namespace {

Question with_clearance(double clearance) {
  Question question;
  question.clearance = clearance;
  return question;
}

TEST(Distance, ClearanceEqualToTheGap) {
  const Mesh a = box_soup({0, 0, 0}, {1, 1, 1}).mesh(), b = box_soup({1.25, 0, 0}, {2, 1, 1}).mesh();
  const PairAnswer answer = ask(a, b, with_clearance(0.25));
  EXPECT_EQ(answer.verdict, Verdict::near);
  EXPECT_EQ(*answer.distance, 0.25);
  EXPECT_EQ(ask(a, b, with_clearance(std::nextafter(0.25, 0))).verdict, Verdict::disjoint);
  EXPECT_EQ(ask(a, b).verdict, Verdict::disjoint);
  EXPECT_EQ(ask(a, b, with_clearance(0)).verdict, Verdict::disjoint);
}

TEST(Distance, CornerToCorner) {
  const Mesh a = box_soup({0, 0, 0}, {1, 1, 1}).mesh(), b = box_soup({3, 4, 7}, {9, 9, 9}).mesh();
  const PairAnswer answer = ask(a, b, with_clearance(7));
  ASSERT_EQ(answer.verdict, Verdict::near);
  EXPECT_EQ(*answer.distance, 7);
  EXPECT_EQ(answer.witness->a_point, Vec3(1, 1, 1));
  EXPECT_EQ(answer.witness->b_point, Vec3(3, 4, 7));
}

TEST(Distance, PartInACavityIsNear) {
  Soup hollow = box_soup({0, 0, 0}, {10, 10, 10});
  hollow.add_box({3, 3, 3}, {7, 7, 7}, Split::falling, true);
  const PairAnswer answer = ask(box_soup({3.5, 4, 4}, {6, 6, 6}).mesh(), hollow.mesh(), with_clearance(0.5));
  ASSERT_EQ(answer.verdict, Verdict::near);
  EXPECT_EQ(*answer.distance, 0.5);
}

TEST(Distance, ZeroWhereTheyMeet) {
  const Mesh block = box_soup({0, 0, 0}, {4, 4, 4}).mesh();
  for (const double at : {0.0, 1.0, 4.0}) {
    const PairAnswer answer = ask(block, box_soup({at, 1, 1}, {at + 1, 2, 2}).mesh(), with_clearance(1));
    EXPECT_NE(answer.verdict, Verdict::near);
    EXPECT_EQ(*answer.distance, 0);
  }
}

TEST(Distance, GapOfTheLastBit) {
  const double gap = 0x1p-52;
  const Mesh a = box_soup({0, 0, 0}, {1, 1, 1}).mesh(), b = box_soup({1 + gap, 0, 0}, {2, 1, 1}).mesh();
  const PairAnswer answer = ask(a, b, with_clearance(1));
  EXPECT_EQ(answer.verdict, Verdict::near);
  EXPECT_EQ(*answer.distance, gap);
}

TEST(Distance, ExtremeScales) {
  for (const double scale : {0x1p-300, 0x1p-500, 0x1p300, 0x1p500}) {
    const Mesh a = box_soup({0, 0, 0}, {1, 1, 1}).scaled(scale).mesh();
    const Mesh b = box_soup({1.25, 0, 0}, {2, 1, 1}).scaled(scale).mesh();
    const PairAnswer answer = ask(a, b, with_clearance(scale));
    ASSERT_EQ(answer.verdict, Verdict::near) << scale;
    EXPECT_EQ(*answer.distance, 0.25 * scale) << scale;
  }
}

TEST(Distance, BadClearanceIsRefused) {
  const Mesh a = box_soup({0, 0, 0}, {1, 1, 1}).mesh();
  for (const double clearance : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(ask(a, a, with_clearance(clearance)), Error) << clearance;
  }
}

TEST(Distance, AgreesWithAllFacePairs) {
  Dice dice(91);
  int near = 0;
  for (int i = 0; i < case_count(100, 2000); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Mesh a = make_displaced_sphere(1, 0.3, 6, 8, seed), b = make_random_mesh(1, 0.4, 5, 7, seed);
    Question question = with_clearance(10);
    question.a_pose = Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    question.b_pose = Pose::from_quaternion(dice.point(-3, 3), dice.quaternion());
    const PairAnswer answer = ask(a, b, question);
    if (answer.verdict != Verdict::near) continue;
    ++near;
    const auto va = world_vertices(a, question.a_pose), vb = world_vertices(b, question.b_pose);
    const double truth = judge_distance(va, a.faces(), vb, b.faces());
    ASSERT_NEAR(*answer.distance, truth, 1e-12 * truth + 1e-15) << "case " << i;
    question.clearance = truth * 0.999;
    ASSERT_EQ(ask(a, b, question).verdict, Verdict::disjoint) << "case " << i;
  }
  EXPECT_GT(near, 20);
}

}  // namespace
}  // namespace impinge::test
