// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/convex.h>
#include <impinge/error.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>

#include "base/predicates.h"

namespace impinge::test {
namespace {

Pose2 random_pose2(Dice& dice, double reach) {
  Pose2 pose;
  const double t = dice.real(0, 2 * M_PI);
  if (!dice.chance(0.2)) pose.rotation << std::cos(t), -std::sin(t), std::sin(t), std::cos(t);
  pose.position = dice.chance(0.2) ? Vec2(dice.integer(-3, 3) * 0.5, dice.integer(-3, 3) * 0.5)
                                   : Vec2(dice.real(-reach, reach), dice.real(-reach, reach));
  return pose;
}

std::vector<Vec2> random_points2(Dice& dice) {
  std::vector<Vec2> points;
  const int n = dice.integer(3, 60), kind = dice.integer(0, 2);
  const double thin = std::pow(10, dice.real(-5, 0));
  for (int i = 0; i < n; ++i) {
    const double t = dice.real(0, 2 * M_PI);
    if (kind == 0) points.emplace_back(std::cos(t), thin * std::sin(t));
    if (kind == 1) points.emplace_back(dice.real(-1, 1), dice.real(-1, 1));
    if (kind == 2) points.emplace_back(dice.integer(-2, 2) * 0.5, dice.integer(-2, 2) * 0.5);
  }
  return points;
}

TEST(PolarNewtonPlane, EveryAnswerIsProved) {
  Dice dice(21);
  int meeting = 0, touching = 0, total = 0;
  for (int i = 0; i < case_count(100, 4000); ++i) {
    std::optional<ConvexPolygon> a, b;
    try {
      a.emplace(random_points2(dice));
      b.emplace(random_points2(dice));
    } catch (const Error&) {
      continue;
    }
    for (int k = 0; k < 200; ++k) {
      const Pose2 ap = random_pose2(dice, 0.5), bp = random_pose2(dice, 1.5);
      const ConvexAnswer answer = polar_newton(*a, ap, *b, bp);
      ASSERT_TRUE(verify(*a, ap, *b, bp, answer.relation, answer.certificate)) << to_string(answer.stop);
      ConvexCertificate bad = answer.certificate;
      bad.n_pairs = 0;
      if (answer.meet()) {
        bad.vector += Vec3(1e3, 0, 0);
      } else {
        bad.vector = -bad.vector;
        bad.offset = -bad.offset;
      }
      EXPECT_FALSE(verify(*a, ap, *b, bp, answer.relation, bad));
      ++total;
      meeting += answer.meet() ? 1 : 0;
      touching += answer.relation == Relation::touching ? 1 : 0;
    }
  }
  std::cout << meeting << " meet, " << touching << " touch, of " << total << '\n';
  EXPECT_GT(meeting, total / 20);
  EXPECT_GT(touching, kSlowness == 1 ? 0 : -1);  // too rare for a tenth of the cases
}

TEST(PolarNewtonPlane, LocationAndSupports) {
  Dice dice(22);
  for (int i = 0; i < case_count(100, 2000); ++i) {
    std::optional<ConvexPolygon> p;
    try {
      p.emplace(random_points2(dice));
    } catch (const Error&) {
      continue;
    }
    const std::span<const Vec2> v = p->vertices();
    for (int k = 0; k < 100; ++k) {
      const Vec2 x(dice.real(-1, 1), dice.real(-1, 1));
      bool inside = true;
      for (std::size_t e = 0; e < v.size(); ++e) {
        const Vec2 &a = v[e], &b = v[(e + 1) % v.size()];
        inside = inside && orient2d(a.x(), a.y(), b.x(), b.y(), x.x(), x.y()) >= 0;
      }
      ASSERT_EQ(p->contains(x), inside);
      const Vec2 s = v[p->extreme_vertex(x)];
      for (const Vec2& w : v) ASSERT_LE(x.dot(w - s), 1e-15);
    }
  }
}

// Figure 9 of the paper: edges that shrink by a constant factor towards the contact.
TEST(PolarNewtonPlane, EdgesThatShrinkTowardsTheContact) {
  std::vector<Vec2> points = {{-1, 1}, {1, 1}};
  for (int i = 0; i < 40; ++i) {
    const double x = std::pow(0.5, i);
    points.emplace_back(x, x * x);
    points.emplace_back(-x, x * x);
  }
  const ConvexPolygon bowl(points);
  Pose2 upside;
  upside.rotation << -1, 0, 0, -1;
  for (const double gap : {1e-3, 1e-9, 1e-15, 0.0, -1e-15, -1e-9}) {
    upside.position = Vec2(0.1, -0.01 - gap);
    const ConvexAnswer answer = polar_newton(bowl, {}, bowl, upside);
    EXPECT_TRUE(verify(bowl, {}, bowl, upside, answer.relation, answer.certificate));
    EXPECT_LT(answer.pair_checks, 60);
  }
  EXPECT_THROW(ConvexPolygon(std::vector<Vec2>{{0, 0}, {1, 1}, {2, 2}}), Error);
  EXPECT_THROW(ConvexPolygon(std::vector<Vec2>{{0, 0}, {1, NAN}, {2, 2}}), Error);
}

}  // namespace
}  // namespace impinge::test
