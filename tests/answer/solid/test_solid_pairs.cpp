// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Pairs of convex solids against polytopes that hold them between each other, inside and outside: what the polytopes prove,
// by exact arithmetic of their own, no answer may contradict. A million pairs of kinds with the full counts.

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include <support/case_count.h>

#include "answer/distance/polytope_walls.h"
#include "answer/solid/solid_cases.h"
#include "answer/solid/solid_pair.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSizes = 5, kSegments = 64;

PlacedSolid placed(const Solid& solid, const Pose& pose) {
  Scene scene;
  scene.add("solid", LineShapePtr(&solid, [](const LineShape*) {}), pose);
  return placed_solid(scene.objects()[0]);
}

bool meets(Verdict v) { return v != Verdict::disjoint && v != Verdict::near; }

// All corners of one polytope, placed, lie in another.
bool all_in(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose) {
  return std::all_of(a.vertices().begin(), a.vertices().end(), [&](const Vec3& v) {
    return b.contains(b_pose.rotation.transpose() * (world_point(a_pose, v) - b_pose.position));
  });
}

void expect_no_contradiction(const HeldSolid& a, const Pose& a_pose, const HeldSolid& b, const Pose& b_pose,
                             const PairAnswer& answer) {
  const bool inner_meet = polar_newton(a.inner_body, a_pose, b.inner_body, b_pose).meet();
  const bool outer_meet = inner_meet || polar_newton(a.outer_body, a_pose, b.outer_body, b_pose).meet();
  EXPECT_TRUE(meets(answer.verdict) || !inner_meet) << to_string(answer.verdict);
  EXPECT_TRUE(!meets(answer.verdict) || outer_meet) << to_string(answer.verdict);
  if (!meets(answer.verdict)) {
    ASSERT_EQ(answer.verdict, Verdict::near);
    const double most = convex_distance(a.inner_body, a_pose, b.inner_body, b_pose, false).distance;
    const double least = outer_meet ? 0 : convex_distance(a.outer_body, a_pose, b.outer_body, b_pose, false).lower;
    EXPECT_LE(answer.gap->low, most * (1 + 1e-9) + 1e-12);
    EXPECT_GE(answer.gap->high, least * (1 - 1e-9) - 1e-12);
    EXPECT_LE(answer.gap->high - answer.gap->low, 1e-8);
    EXPECT_NEAR((answer.witness->a_point - answer.witness->b_point).norm(), *answer.distance, 1e-8);
    EXPECT_NEAR(a.solid->signed_distance(a_pose.rotation.transpose() * (answer.witness->a_point - a_pose.position)), 0,
                1e-8);
    EXPECT_NEAR(b.solid->signed_distance(b_pose.rotation.transpose() * (answer.witness->b_point - b_pose.position)), 0,
                1e-8);
    return;
  }
  EXPECT_LE(a.solid->signed_distance(a_pose.rotation.transpose() * (answer.witness->a_point - a_pose.position)), 1e-9);
  EXPECT_LE(b.solid->signed_distance(b_pose.rotation.transpose() * (answer.witness->b_point - b_pose.position)), 1e-9);
  switch (answer.verdict) {
    case Verdict::a_in_b: EXPECT_TRUE(all_in(a.inner_body, a_pose, b.outer_body, b_pose)); break;
    case Verdict::b_in_a: EXPECT_TRUE(all_in(b.inner_body, b_pose, a.outer_body, a_pose)); break;
    case Verdict::crossing:
      EXPECT_FALSE(all_in(a.outer_body, a_pose, b.inner_body, b_pose));
      EXPECT_FALSE(all_in(b.outer_body, b_pose, a.inner_body, a_pose));
      break;
    default: EXPECT_TRUE(answer.verdict == Verdict::touching || answer.verdict == Verdict::same);
  }
}

TEST(SolidPairs, RandomPairsOfAllKindsNeverContradictPolytopesInsideAndOutside) {
  Dice dice(21);
  std::vector<HeldSolid> solids;
  for (const SolidKind kind : kBoundedKinds)
    for (int i = 0; i < kSizes; ++i) solids.push_back(held(random_solid(kind, dice), kSegments));
  const int count = case_count(4000, 1000000);
  std::array<int, 8> verdicts{};
  for (int i = 0; i < count && !HasFailure(); ++i) {
    const HeldSolid &a = solids[static_cast<std::size_t>(dice.integer(0, static_cast<int>(solids.size()) - 1))],
                    &b = solids[static_cast<std::size_t>(dice.integer(0, static_cast<int>(solids.size()) - 1))];
    const Pose a_pose = random_pose(dice, 0.8), b_pose = random_pose(dice, 0.8);
    SCOPED_TRACE(testing::Message() << "case " << i << ": " << a.solid->name() << " and " << b.solid->name());
    const PairAnswer answer =
        answer_solids(placed(*a.solid, a_pose), placed(*b.solid, b_pose), {kInfinity, true, false, {}});
    expect_no_contradiction(a, a_pose, b, b_pose, answer);
    ++verdicts[static_cast<std::size_t>(answer.verdict)];
    const PairAnswer back = answer_solids(placed(*b.solid, b_pose), placed(*a.solid, a_pose), {kInfinity, true, false, {}});
    EXPECT_EQ(mirrored(back.verdict), answer.verdict);
    const PairAnswer plain = answer_solids(placed(*a.solid, a_pose), placed(*b.solid, b_pose), {});
    EXPECT_EQ(plain.verdict, answer.verdict == Verdict::near ? Verdict::disjoint : answer.verdict);
  }
  for (const Verdict v : {Verdict::near, Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a})
    EXPECT_GT(verdicts[static_cast<std::size_t>(v)], count / 100) << to_string(v);
}

// An octahedron, of which a point sees one wall, and another one on the far side by mistake.
TEST(SolidPairs, WallsThatRoundingLetsAPointSeeAreNotDropped) {
  const Vec3 corner[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  GrowingPolytope polytope;
  for (const Vec3& p : corner) polytope.add_point(p, p);
  std::optional<PolytopeWall> first;
  for (int x = 0; x < 2; ++x)
    for (int y = 2; y < 4; ++y)
      for (int z = 4; z < 6; ++z) {
        PolytopeWall wall{(x + y + z) % 2 == 0 ? std::array{x, y, z} : std::array{x, z, y},
                          (corner[x] + corner[y] + corner[z]).normalized(), std::sqrt(1.0 / 3)};
        if (first && wall.normal.isApprox(-first->normal)) wall.height = -10;
        if (first)
          polytope.add_wall(wall);
        else
          first = wall;
      }
  EXPECT_EQ(polytope.drop_seen(*first, 0.7 * first->normal, 1e-12).size(), 3);
  EXPECT_EQ(polytope.wall_count(), 7);
}

// The walls around the difference of a segment and a cylinder multiplied from step to step, up to some millions.
TEST(SolidPairs, ASegmentInACylinderTookTenSeconds) {
  const SolidPtr capsule = Solid::capsule(0.20177016132934594, 2 * 0.90513386173398003),
                 cylinder = Solid::cylinder(0.99215171044082484, 2 * 0.69113962600396306);
  Pose a, b;
  a.position = {0, 0, -0.79484534842558419};
  b.rotation << -0.045990555540006639, 0.86794837133884206, 0.49452046822287643, 0.99891682097450807, 0.036452631477256858,
      0.028920415497805496, 0.0070748551436738694, 0.49531487999921292, -0.86868470464033232;
  b.position = {0, 0, -0.46664682957970016};
  const PairAnswer answer = answer_solids(placed(*capsule, a), placed(*cylinder, b), {kInfinity, true, false, {}});
  EXPECT_EQ(answer.verdict, Verdict::crossing);
  EXPECT_LE(answer.gap->high - answer.gap->low, 1e-9);
}

}  // namespace
}  // namespace impinge::test
