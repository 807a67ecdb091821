// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <gtest/gtest.h>

#include <cmath>

#include <support/case_count.h>
#include <support/random_triangles.h>
#include "base/predicates.h"

namespace impinge::test {
namespace {

int shadow(const Vec3& a, const Vec3& b, const Vec3& c) { return orient2d(a.x(), a.y(), b.x(), b.y(), c.x(), c.y()); }

void agree(TrianglePair (*make)(Dice&), int count, std::uint64_t seed) {
  Dice dice(seed);
  int zeros = 0;
  for (int i = 0; i < count; ++i) {
    const auto [t, other] = make(dice);
    for (const Vec3& p : other) {
      const int sign = orient3d(t[0], t[1], t[2], p);
      zeros += sign == 0;
      ASSERT_EQ(sign, judge_orient3d(t[0], t[1], t[2], p)) << "case " << i;
      ASSERT_EQ(shadow(t[0], t[1], p), judge_orient2d({t[0].x(), t[0].y()}, {t[1].x(), t[1].y()}, {p.x(), p.y()}));
      ASSERT_EQ(collinear(t[0], t[1], p), judge_collinear(t[0], t[1], p)) << "case " << i;
    }
  }
  EXPECT_GT(zeros, 0);
}

TEST(Predicates, AgreeOnGrid) { agree(grid_pair, case_count(10000, 300000), 21); }
TEST(Predicates, AgreeNearDegeneracy) { agree(nearly_degenerate_pair, case_count(10000, 300000), 22); }
TEST(Predicates, AgreeOnWideRange) { agree(wide_range_pair, case_count(10000, 300000), 23); }

// Integers of a unit, far away: the sign is that of the integers, whose determinant fits into 64 bits.
TEST(Predicates, GridsFarAway) {
  Dice dice(25);
  int zeros = 0;
  for (int i = 0; i < case_count(50000, 1000000); ++i) {
    const int most = 1 << dice.integer(1, 19), scale = dice.integer(-9, 9);
    const double far = std::exp2(dice.integer(0, 30));
    const Vec3 shift = dice.point(-far, far).unaryExpr([](double x) { return std::trunc(x); });
    std::int64_t g[4][3];
    for (auto& p : g)
      for (auto& x : p) x = dice.integer(-most, most);
    // Half of them in one plane, and some of those beside it by one unit.
    const bool flat = dice.chance(0.5);
    for (int x = 0; x < 3 && flat; ++x) g[3][x] = g[1][x] + g[2][x] - g[0][x];
    if (dice.chance(0.3)) ++g[3][dice.integer(0, 2)];
    Vec3 p[4];
    for (int k = 0; k < 4; ++k)
      for (int x = 0; x < 3; ++x) p[k][x] = std::ldexp(static_cast<double>(g[k][x]), scale) + shift[x];
    const auto d = [&](int k, int x) { return g[k][x] - g[3][x]; };
    const auto minor = [&](int r, int s, int x, int y) { return d(r, x) * d(s, y) - d(r, y) * d(s, x); };
    const std::int64_t det = d(0, 2) * minor(1, 2, 0, 1) + d(1, 2) * minor(2, 0, 0, 1) + d(2, 2) * minor(0, 1, 0, 1);
    zeros += det == 0;
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), (det > 0) - (det < 0)) << "case " << i;
    const std::int64_t area = minor(0, 1, 0, 1);
    ASSERT_EQ(shadow(p[0], p[1], p[3]), (area > 0) - (area < 0)) << "case " << i;
  }
  EXPECT_GT(zeros, 1000);
}

TEST(Predicates, SignConvention) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(0, 1, 0);
  EXPECT_GT(orient3d(a, b, c, {0, 0, -1}), 0);
  EXPECT_LT(orient3d(a, b, c, {0, 0, 1}), 0);
  EXPECT_EQ(orient3d(a, b, c, {5, 7, 0}), 0);
  EXPECT_GT(orient2d(0, 0, 1, 0, 0, 1), 0);
  EXPECT_LT(orient2d(0, 0, 0, 1, 1, 0), 0);
}

TEST(Predicates, ScaleDoesNotMatter) {
  Dice dice(24);
  for (int i = 0; i < case_count(5000, 100000); ++i) {
    const auto [t, other] = grid_pair(dice);
    const int sign = orient3d(t[0], t[1], t[2], other[0]);
    const int flat = shadow(t[0], t[1], t[2]);
    for (const int exponent : {-1074, -1020, -500, -60, 60, 340, 500, 1020}) {
      const auto at = [&](const Vec3& p) {
        return Vec3(std::ldexp(p.x(), exponent), std::ldexp(p.y(), exponent), std::ldexp(p.z(), exponent));
      };
      ASSERT_EQ(orient3d(at(t[0]), at(t[1]), at(t[2]), at(other[0])), sign) << "2^" << exponent;
      ASSERT_EQ(shadow(at(t[0]), at(t[1]), at(t[2])), flat) << "2^" << exponent;
      ASSERT_EQ(collinear(at(t[0]), at(t[1]), at(t[2])), collinear(t[0], t[1], t[2])) << "2^" << exponent;
    }
  }
}

TEST(Predicates, DifferencesThatOverflow) {
  const double huge = 0x1.8p1023;
  EXPECT_EQ(orient3d({-huge, -huge, 0}, {huge, -huge, 0}, {huge, huge, 0}, {0, 0, 0}), 0);
  EXPECT_LT(orient3d({-huge, -huge, 0}, {huge, -huge, 0}, {huge, huge, 0}, {0, 0, 0x1p-1074}), 0);
  EXPECT_GT(orient2d(-huge, -huge, huge, -huge, huge, huge), 0);
  EXPECT_EQ(orient2d(-huge, -huge, 0, 0, huge, huge), 0);
  EXPECT_NE(orient2d(-huge, -huge, 0, 0x1p-1074, huge, huge), 0);
}

TEST(Predicates, SwapsChangeTheSign) {
  Dice dice(25);
  for (int i = 0; i < case_count(5000, 100000); ++i) {
    const auto [t, other] = dice.chance(0.5) ? nearly_degenerate_pair(dice) : wide_range_pair(dice);
    const int sign = orient3d(t[0], t[1], t[2], other[0]);
    ASSERT_EQ(orient3d(t[1], t[0], t[2], other[0]), -sign);
    ASSERT_EQ(orient3d(t[1], t[2], t[0], other[0]), sign);
    ASSERT_EQ(orient3d(other[0], t[1], t[2], t[0]), -sign);
    ASSERT_EQ(orient3d(t[0], t[1], other[0], t[2]), -sign);
  }
}

}  // namespace
}  // namespace impinge::test
