// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Small bodies on a lattice, where every kind of touching occurs, against Minkowski differences in rational numbers.
#include <gtest/gtest.h>
#include <impinge/convex.h>
#include <impinge/error.h>
#include <support/axis_rotations.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/judge.h>

namespace impinge::test {
namespace {

std::optional<ConvexBody> lattice_body(Dice& dice) {
  std::vector<Vec3> points;
  for (int n = dice.integer(4, 9); n > 0; --n) points.push_back(dice.grid_point(-2, 2));
  try {
    return ConvexBody::from_points(points);
  } catch (const Error&) {
    return {};
  }
}

Relation relation_of(Verdict v) {
  return v == Verdict::disjoint ? Relation::disjoint : v == Verdict::touching ? Relation::touching : Relation::crossing;
}

TEST(PolarNewtonJudge, AgreesWithRationalNumbers) {
  Dice dice(31);
  const auto turns = axis_rotations();
  int count[3] = {0, 0, 0};
  for (int i = 0; i < case_count(500, 200000); ++i) {
    const auto a = lattice_body(dice), b = lattice_body(dice);
    if (!a || !b) continue;
    const Pose bp = Pose::from_quaternion(dice.grid_point(-4, 4), turns[static_cast<std::size_t>(dice.integer(0, 23))]);
    std::vector<Vec3> placed;
    for (const Vec3& v : b->vertices()) placed.push_back(world_point(bp, v));
    const Relation truth = relation_of(judge_convex(a->vertices(), a->faces(), placed, b->faces()));
    const ConvexAnswer answer = polar_newton(*a, {}, *b, bp);
    ASSERT_EQ(answer.relation, truth) << to_string(answer.stop);
    ASSERT_TRUE(verify(*a, {}, *b, bp, truth, answer.certificate));
    ++count[static_cast<int>(truth)];
    // The checker must not accept the proof for another pose in which something else is true.
    Pose moved = bp;
    moved.position += Vec3(dice.grid_point(-4, 4));
    for (std::size_t k = 0; k < placed.size(); ++k) placed[k] = world_point(moved, b->vertices()[k]);
    const Relation there = relation_of(judge_convex(a->vertices(), a->faces(), placed, b->faces()));
    if (there != truth) {
      ASSERT_FALSE(verify(*a, {}, *b, moved, truth, answer.certificate));
    }
  }
  for (const int n : count) EXPECT_GT(n, case_count(8, 1000));
}

}  // namespace
}  // namespace impinge::test
