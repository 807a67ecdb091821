// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Two triangles: the rounded distance, the exact comparison with a limit, and the proofs that spare it; all against the
// judge.

#include <gtest/gtest.h>

#include <limits>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/random_triangles.h>

#include "answer/distance/separation.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Triangle triangle(const Corners& c) { return {{c[0], c[1], c[2]}}; }

// Faces in general position, on parallel planes, or long and thin.
TrianglePair apart_pair(Dice& dice) {
  TrianglePair pair;
  const double thin = dice.chance(0.3) ? std::ldexp(1.0, -dice.integer(10, 40)) : 1;
  const bool parallel = dice.chance(0.3);
  for (int side = 0; side < 2; ++side)
    for (Vec3& p : side == 0 ? pair.first : pair.second) {
      p = dice.point(-1, 1).cwiseProduct(Vec3(1, thin, parallel ? 0 : 1));
      p.z() += side * dice.integer(0, 1) * 1.5 + (parallel ? side * 0.3 : 0);
    }
  return pair;
}

TrianglePair any_pair(int i, Dice& dice) {
  switch (i % 4) {
    case 0: return grid_pair(dice);
    case 1: return nearly_degenerate_pair(dice);
    case 2: return wide_range_pair(dice);
    default: return apart_pair(dice);
  }
}

// The distance itself and its neighbours, where rounding would show.
std::vector<double> limits_around(double distance) {
  return {distance,
          std::nextafter(distance, 0),
          std::nextafter(distance, kInfinity),
          distance * (1 - 0x1p-30),
          distance * (1 + 0x1p-30),
          distance / 2};
}

TEST(FaceDistance, ComparisonIsTheJudges) {
  Dice dice(31);
  int within = 0, apart = 0;
  for (int i = 0; i < case_count(2000, 40000); ++i) {
    const auto [a, b] = any_pair(i, dice);
    const double distance = judge_distance(a, b);
    if (distance == 0) continue;
    for (const double limit : limits_around(distance)) {
      const bool truth = judge_within(a, b, limit);
      ASSERT_EQ(faces_within(triangle(a), triangle(b), limit), truth) << "case " << i << " limit " << limit;
      ++(truth ? within : apart);
    }
  }
  EXPECT_GT(within, 1000);
  EXPECT_GT(apart, 1000);
}

TEST(FaceDistance, FiguresAreRoundedOnly) {
  Dice dice(32);
  for (int i = 0; i < case_count(4000, 80000); ++i) {
    const auto [a, b] = any_pair(i, dice);
    const double distance = judge_distance(a, b);
    if (distance == 0) continue;
    const Triangle ta = triangle(a), tb = triangle(b);
    const double size = extent(relative_to(a[0], ta), relative_to(a[0], tb));
    const NearestPoints nearest = nearest_points(ta, tb), swapped = nearest_points(tb, ta);
    for (const double figure : {std::sqrt(nearest.squared), std::sqrt(swapped.squared)}) {
      ASSERT_GT(figure, distance - 0x1p-48 * size) << "case " << i;
      if (i % 4 == 1 || i % 4 == 2) continue;  // faces without area but for the last digits have their normals by chance
      ASSERT_LT(figure, distance + 0x1p-48 * size) << "case " << i;
    }
    const double grid = 0x1p-50 * (size + a[0].cwiseAbs().maxCoeff());
    ASSERT_LE(judge_distance(Corners{nearest.a, nearest.a, nearest.a}, a), 8 * grid) << "case " << i;
    ASSERT_LE(judge_distance(Corners{nearest.b, nearest.b, nearest.b}, b), 8 * grid) << "case " << i;
  }
}

// A direction is a proof: it must never part faces that are within the limit, however near.
TEST(FaceDistance, SeparationsAreTrue) {
  Dice dice(33);
  int found = 0;
  for (int i = 0; i < case_count(2000, 40000); ++i) {
    const auto [a, b] = any_pair(i, dice);
    const double distance = judge_distance(a, b);
    if (distance == 0) continue;
    const Triangle ta = triangle(a), tb = triangle(b);
    const NearestPoints nearest = nearest_points(ta, tb);
    for (const double limit : limits_around(distance)) {
      if (!find_separation(ta, tb, nearest, limit)) continue;
      ASSERT_FALSE(judge_within(a, b, limit)) << "case " << i << " limit " << limit;
      ++found;
    }
  }
  EXPECT_GT(found, 1000);
}

TEST(FaceDistance, SeparationsAreFoundToTheLastDigit) {
  Dice dice(34);
  for (int i = 0; i < case_count(4000, 80000); ++i) {
    TrianglePair pair;
    for (Vec3& p : pair.first) p = dice.point(-1, 1);
    for (Vec3& p : pair.second) p = dice.point(-1, 1) + Vec3(dice.real(0, 3), 0, 0);
    const double distance = judge_distance(pair.first, pair.second);
    if (distance < 0x1p-20) continue;
    const Triangle a = triangle(pair.first), b = triangle(pair.second);
    ASSERT_TRUE(find_separation(a, b, nearest_points(a, b), std::nextafter(distance, 0))) << "case " << i;
  }
}

// The corner stands over the inside of a face so thin that the squares of its width are lost.
TEST(FaceDistance, CornerOverALongThinFace) {
  const double width = 1e-8;
  const Corners thin = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, width, 0)};
  const Corners over = {Vec3(0.5, width / 3, width), Vec3(0.4, 0.2, 1), Vec3(0.6, 0.2, 1)};
  Soup a, b;
  a.add_triangle(thin[0], thin[1], thin[2]);
  b.add_triangle(over[0], over[1], over[2]);
  Question question;
  for (const double limit : {0.5 * width, 0.999 * width, 1.001 * width, 1.02 * width, 1.1 * width}) {
    question.clearance = limit;
    const Verdict truth = judge_within(thin, over, limit) ? Verdict::near : Verdict::disjoint;
    const PairAnswer answer = ask(a.mesh(), b.mesh(), question);
    EXPECT_EQ(answer.verdict, truth) << limit;
    if (truth == Verdict::disjoint) continue;
    EXPECT_NEAR(*answer.distance, judge_distance(thin, over), 1e-15) << limit;
  }
}

}  // namespace
}  // namespace impinge::test
