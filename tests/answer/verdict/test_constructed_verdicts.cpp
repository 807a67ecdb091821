// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies built for one verdict each; swapped, turned by the 24 rotations of the axes, shifted, and, where there is a margin,
// turned at random.

#include <gtest/gtest.h>

#include <support/ask.h>
#include <support/axis_rotations.h>
#include <support/case_count.h>
#include "constructed_cases.h"

namespace impinge::test {
namespace {

void expect_verdict(const ConstructedCase& c, const Mesh& a, const Mesh& b, const Pose& pose, const char* how) {
  Question question;
  question.a_pose = question.b_pose = pose;
  EXPECT_STREQ(to_string(ask(a, b, question).verdict), to_string(c.verdict)) << c.name << how;
  EXPECT_STREQ(to_string(ask(b, a, question).verdict), to_string(mirrored(c.verdict))) << c.name << how << ", swapped";
}

void expect_everywhere(const std::vector<ConstructedCase>& cases) {
  Dice dice(71);
  const auto rotations = axis_rotations();
  for (const ConstructedCase& c : cases) {
    const Mesh a = c.a.mesh(), b = c.b.mesh();
    expect_verdict(c, a, b, {}, "");
    for (const auto& rotation : rotations) {
      expect_verdict(c, a, b, Pose::from_quaternion(Vec3::Zero(), rotation), ", turned");
      expect_verdict(c, a, b, Pose::from_quaternion({8, -16, 0.5}, rotation), ", turned and shifted");
    }
    for (int i = 0; c.margin && i < case_count(10, 300); ++i) {
      expect_verdict(c, a, b, Pose::from_quaternion(dice.point(-100, 100), dice.quaternion()), ", turned at random");
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ConstructedVerdicts, Solids) { expect_everywhere(solid_cases()); }
TEST(ConstructedVerdicts, SurfacesAndComponents) { expect_everywhere(surface_cases()); }

TEST(ConstructedVerdicts, NoFacePairsWhereNoFacesMeet) {
  for (const ConstructedCase& c : surface_cases()) {
    if (c.name != "two components, one in and one out") continue;
    const PairAnswer answer = ask(c.a.mesh(), c.b.mesh());
    EXPECT_EQ(answer.verdict, Verdict::crossing);
    EXPECT_EQ(answer.face_pair_count, 0u);
    ASSERT_TRUE(answer.witness);
    EXPECT_FALSE(answer.witness->a_face && answer.witness->b_face);
    EXPECT_TRUE((answer.witness->a_point.array() > 0).all() && (answer.witness->a_point.array() < 10).all());
    return;
  }
  FAIL() << "the case is gone";
}

TEST(ConstructedVerdicts, TenMillimetreCubes) {
  const Mesh a = box_soup({0, 0, 0}, {10, 10, 10}).mesh(), b = box_soup({5, 2, 2}, {15, 12, 12}).mesh();
  const PairAnswer answer = ask(a, b);
  EXPECT_EQ(answer.verdict, Verdict::crossing);
  EXPECT_GT(answer.crossing_count, 0u);
}

}  // namespace
}  // namespace impinge::test
