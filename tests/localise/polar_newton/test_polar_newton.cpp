// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Every answer comes with a certificate that a separate function checks in exact arithmetic over all vertices and faces: a
// certificate that holds is a proof, so the answers need no other judge. That function has its own
// (test_polar_newton_judge).
#include <gtest/gtest.h>
#include <impinge/convex.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>

#include <map>

namespace impinge::test {
namespace {

using Kind = ConvexCertificate::Kind;

std::optional<ConvexBody> random_body(Dice& dice, int most = 200) {
  try {
    std::vector<Vec3> points = random_body_points(dice, dice.chance(0.02) ? 20 * most : most);
    const double scale = dice.chance(0.3) ? std::pow(10, dice.real(-2, 0.5)) : 1;  // small ones end up inside the others
    for (Vec3& p : points) p *= scale;
    return ConvexBody::from_points(points);
  } catch (const Error&) {
    return {};  // a lattice body that is flat
  }
}

Pose random_pose(Dice& dice, double reach) {
  Pose pose;
  if (!dice.chance(0.2)) pose.rotation = random_rotation(dice);
  pose.position = dice.chance(0.2) ? Vec3(dice.grid_point(-3, 3) * 0.5) : point_in_ball(dice, reach);
  return pose;
}

// Every single answer must be proved, and a proof that was tampered with must fail.
void require_proof(const ConvexBody& a, const Pose& ap, const ConvexBody& b, const Pose& bp, const ConvexAnswer& answer) {
  ASSERT_TRUE(verify(a, ap, b, bp, answer.relation, answer.certificate))
      << to_string(answer.relation) << ' ' << to_string(answer.stop) << " kind "
      << static_cast<int>(answer.certificate.kind);
  ConvexCertificate bad = answer.certificate;
  if (bad.kind == Kind::point) bad.vector += Vec3(1e3 * (a.radius() + b.radius()), 0, 0);
  if (bad.kind == Kind::plane) {
    bad.vector = -bad.vector;
    bad.offset = -bad.offset;
  }
  if (bad.kind == Kind::simplex_point || bad.kind == Kind::simplex_plane) bad.n_pairs = 0;
  EXPECT_FALSE(verify(a, ap, b, bp, answer.relation, bad));
  EXPECT_FALSE(verify(a, ap, b, bp, answer.meet() ? Relation::disjoint : Relation::crossing, answer.certificate));
}

TEST(PolarNewton, EveryAnswerIsProved) {
  Dice dice(20260606);
  const int bodies = case_count(60, 4000), queries = case_count(200, 2500);
  std::map<std::string, int> stops;
  int meeting = 0, touching = 0, total = 0;
  for (int i = 0; i < bodies; ++i) {
    const auto a = random_body(dice), b = random_body(dice);
    if (!a || !b) continue;
    for (int k = 0; k < queries; ++k) {
      const Pose ap = random_pose(dice, 0.5), bp = random_pose(dice, 2);
      const ConvexAnswer answer = polar_newton(*a, ap, *b, bp);
      require_proof(*a, ap, *b, bp, answer);
      if (HasFatalFailure()) return;
      ++stops[to_string(answer.stop)];
      ++total;
      meeting += answer.meet() ? 1 : 0;
      touching += answer.relation == Relation::touching ? 1 : 0;
    }
  }
  for (const auto& [stop, n] : stops) std::cout << stop << ' ' << 100.0 * n / total << " %\n";
  EXPECT_GT(meeting, total / 20);
  EXPECT_LT(meeting, total - total / 20);
  std::cout << meeting << " meet, " << touching << " touch, of " << total << '\n';
}

// Pairs moved along their nearest points until they nearly touch: what rounding makes hard.
TEST(PolarNewton, NearlyTouching) {
  Dice dice(7);
  const int cases = case_count(300, 20000);
  int exact = 0;
  for (int i = 0; i < cases; ++i) {
    const auto a = random_body(dice, 60), b = random_body(dice, 60);
    if (!a || !b) continue;
    Pose ap = random_pose(dice, 0.1), bp = random_pose(dice, 0.1);
    bp.position += Vec3(16, 4, 2);  // farther than any two of them reach
    const ConvexDistance d = convex_distance(*a, ap, *b, bp);
    ASSERT_GT(d.distance, 0);
    for (const double gap : {1e-9, 1e-13, 1e-15, 0.0, -1e-15, -1e-13, -1e-9}) {
      Pose near = bp;
      near.position -= d.direction * (d.distance - gap);
      const ConvexAnswer answer = polar_newton(*a, ap, *b, near);
      require_proof(*a, ap, *b, near, answer);
      if (HasFatalFailure()) return;
      exact += answer.stop == ConvexStop::exact ? 1 : 0;
      if (gap >= 1e-9) {
        EXPECT_FALSE(answer.meet());
      }
    }
  }
  EXPECT_GT(exact, 0);
}

TEST(PolarNewton, TouchingExactly) {
  const ConvexBody cube = ConvexBody::from_mesh(make_box(Vec3(2, 2, 2)));
  const auto relation = [&](const Vec3& at) {
    Pose bp;
    bp.position = at;
    const ConvexAnswer answer = polar_newton(cube, {}, cube, bp);
    require_proof(cube, {}, cube, bp, answer);
    return answer.relation;
  };
  EXPECT_EQ(relation({2, 0, 0}), Relation::touching);
  EXPECT_EQ(relation({2, 0.5, -0.3}), Relation::touching);
  EXPECT_EQ(relation({2, 2, 0}), Relation::touching);
  EXPECT_EQ(relation({2, 2, 2}), Relation::touching);
  EXPECT_EQ(relation({-2, 2, -2}), Relation::touching);
  EXPECT_EQ(relation({std::nextafter(2, 3), 0, 0}), Relation::disjoint);
  EXPECT_EQ(relation({std::nextafter(2, 3), 2, 2}), Relation::disjoint);
  EXPECT_EQ(relation({std::nextafter(2, 1), 0, 0}), Relation::crossing);
  EXPECT_EQ(relation({std::nextafter(2, 1), std::nextafter(2, 1), std::nextafter(2, 1)}), Relation::crossing);
  EXPECT_EQ(relation({0, 0, 0}), Relation::crossing);
}

TEST(PolarNewton, FarAndScaled) {
  const ConvexBody cube = ConvexBody::from_mesh(make_box(Vec3(2, 2, 2)));
  for (const double far : {1e3, 1e9, 1e15}) {
    Pose ap, bp;
    ap.position = Vec3(far, -far, far);
    bp.position = ap.position + Vec3(2, 0, 0);
    EXPECT_EQ(polar_newton(cube, ap, cube, bp).relation, Relation::touching) << far;
  }
  Dice dice(9);
  for (const double scale : {1e-90, 1e-60, 1e60, 1e90}) {
    std::vector<Vec3> points = ellipsoid_points(dice, 100, Vec3(1, 0.66, 0.33));
    for (Vec3& p : points) p *= scale;
    const ConvexBody body = ConvexBody::from_points(points);
    for (int k = 0; k < 20; ++k) {
      Pose ap, bp;
      ap.rotation = random_rotation(dice);
      bp.position = point_in_ball(dice, 2) * scale;
      require_proof(body, ap, body, bp, polar_newton(body, ap, body, bp));
    }
  }
  Pose odd;  // no rotation at all: a stretched cube, still decided exactly
  odd.rotation = Vec3(2, 1, 1).asDiagonal();
  odd.position = Vec3(3, 0, 0);
  EXPECT_EQ(polar_newton(cube, {}, cube, odd).relation, Relation::touching);
  odd.position.x() = std::nextafter(3, 4);
  EXPECT_EQ(polar_newton(cube, {}, cube, odd).relation, Relation::disjoint);
  odd.position.x() = NAN;
  EXPECT_THROW(polar_newton(cube, {}, cube, odd), Error);
  EXPECT_FALSE(verify(cube, {}, cube, odd, Relation::crossing, polar_newton(cube, {}, cube, {}).certificate));
}

TEST(PolarNewton, LargeBodiesWarmAndInBatches) {
  Dice dice(3);
  const ConvexBody body = ConvexBody::from_points(ellipsoid_points(dice, case_count(20000, 1000000), Vec3(1, 0.66, 0.33)));
  EXPECT_LE(static_cast<double>(body.maps().bytes()), 60.0 * static_cast<double>(body.faces().size()));
  std::vector<ConvexPair> pairs;
  for (int i = 0; i < case_count(2000, 20000); ++i) {
    Pose ap, bp;
    ap.rotation = random_rotation(dice);
    bp.rotation = random_rotation(dice);
    bp.position = point_in_ball(dice, 2);
    pairs.push_back({&body, &body, ap, bp});
  }
  std::vector<ConvexAnswer> answers(pairs.size());
  polar_newton(pairs, answers);
  double checks = 0;
  ConvexQuery slow;
  slow.bound_tables = false;
  ConvexWarmStart warm;
  int still = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ConvexPair& p = pairs[i];
    checks += answers[i].pair_checks;
    EXPECT_EQ(answers[i].relation, polar_newton(*p.a, p.a_pose, *p.b, p.b_pose, nullptr, slow).relation);
    if (i % 100 == 0) require_proof(*p.a, p.a_pose, *p.b, p.b_pose, answers[i]);
    for (int step = 0; step < 3; ++step) {
      Pose moved = p.b_pose;
      moved.position += Vec3(1e-3, 0, 0) * step;
      const ConvexAnswer answer = polar_newton(*p.a, p.a_pose, *p.b, moved, &warm);
      EXPECT_EQ(answer.relation, polar_newton(*p.a, p.a_pose, *p.b, moved).relation);
      still += answer.stop == ConvexStop::warm ? 1 : 0;
    }
  }
  EXPECT_LT(checks / static_cast<double>(pairs.size()), 5);
  EXPECT_GT(still, static_cast<int>(pairs.size()));
}

TEST(PolarNewton, DistanceAndDepth) {
  const ConvexBody cube = ConvexBody::from_mesh(make_box(Vec3(2, 2, 2)));
  Pose bp;
  bp.position = Vec3(5, 0.5, 0);
  ConvexDistance d = convex_distance(cube, {}, cube, bp);
  EXPECT_NEAR(d.distance, 3, 1e-12);
  EXPECT_NEAR(d.lower, 3, 1e-12);
  EXPECT_NEAR(d.a_point.x(), 1, 1e-12);
  EXPECT_NEAR(d.b_point.x(), 4, 1e-12);
  bp.position = Vec3(5, 6, 7);
  EXPECT_NEAR(convex_distance(cube, {}, cube, bp).distance, std::sqrt(9 + 16 + 25), 1e-12);
  bp.position = Vec3(1.75, 0.5, 0.25);
  d = convex_distance(cube, {}, cube, bp);
  EXPECT_NEAR(d.distance, -0.25, 1e-9);
  EXPECT_NEAR((d.direction - Vec3::UnitX()).norm(), 0, 1e-9);
  bp.position = Vec3(2, 0, 0);
  EXPECT_EQ(convex_distance(cube, {}, cube, bp).distance, 0);
  const ConvexBody ball = ConvexBody::ellipsoid(Vec3(1, 1, 1));
  bp.position = Vec3(0.6, 0.8, 1.2);
  EXPECT_NEAR(convex_distance(ball, {}, ball, bp).distance, bp.position.norm() - 2, 1e-8);
  bp.position *= 2;
  EXPECT_NEAR(convex_distance(ball, {}, ball, bp).distance, bp.position.norm() - 2, 1e-8);
}

// Moving b out by the depth parts the bodies, by less does not; nearest points lie in the bodies and no plane says
// otherwise.
TEST(PolarNewton, DistanceAndDepthOfRandomBodies) {
  Dice dice(8);
  int deep = 0;
  const int cases = case_count(200, 20000);
  for (int i = 0; i < cases; ++i) {
    const auto a = random_body(dice, 100), b = random_body(dice, 100);
    if (!a || !b) continue;
    const Pose ap = random_pose(dice, 0.3), bp = random_pose(dice, 1.5);
    const ConvexDistance d = convex_distance(*a, ap, *b, bp);
    if (d.distance > 0) {
      EXPECT_NEAR(d.distance, d.lower, 1e-9);
      EXPECT_NEAR((d.b_point - d.a_point).norm(), d.distance, 1e-9);
    } else if (d.distance < -1e-3) {
      ++deep;
      Pose out = bp;
      out.position += d.direction * (-d.distance + 1e-7);
      EXPECT_FALSE(polar_newton(*a, ap, *b, out).meet());
      for (int k = 0; k < 20; ++k) {  // no other direction is much shorter
        Pose other = bp;
        other.position += point_in_ball(dice, 1).normalized() * (-d.distance * 0.999 - 1e-7);
        EXPECT_TRUE(polar_newton(*a, ap, *b, other).meet());
      }
    }
  }
  EXPECT_GT(deep, cases / 40);
}

TEST(PolarNewton, ThePapersOwnStops) {
  Dice dice(5);
  const ConvexBody body = ConvexBody::from_points(ellipsoid_points(dice, 1000, Vec3(1, 0.66, 0.33)));
  ConvexQuery paper;
  paper.support_stops = false;
  std::map<ConvexStop, int> stops;
  for (int i = 0; i < 3000; ++i) {
    Pose ap, bp;
    ap.rotation = random_rotation(dice);
    bp.rotation = random_rotation(dice);
    bp.position = point_in_ball(dice, 2);
    const ConvexAnswer answer = polar_newton(body, ap, body, bp, nullptr, paper);
    EXPECT_EQ(answer.relation, polar_newton(body, ap, body, bp).relation);
    if (i % 10 == 0) require_proof(body, ap, body, bp, answer);
    ++stops[answer.stop];
  }
  EXPECT_GT(stops[ConvexStop::screening], 0);
  EXPECT_GT(stops[ConvexStop::newton], 0);
  EXPECT_GT(stops[ConvexStop::cone_3], 0);
  EXPECT_GT(stops[ConvexStop::cone_1] + stops[ConvexStop::cone_2], 0);
  for (const auto& [stop, n] : stops) std::cout << to_string(stop) << ' ' << n << '\n';
}

}  // namespace
}  // namespace impinge::test
