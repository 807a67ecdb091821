// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The judge is judged: CGAL against the Minkowski difference in rational numbers.

#include <gtest/gtest.h>
#include <support/case_count.h>
#include <support/random_triangles.h>

namespace impinge::test {
namespace {

TEST(Judge, KnownRelations) {
  const Corners base = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const auto relation = [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    const Corners other = {p, q, r};
    EXPECT_EQ(judge_relation(base, other), judge_relation_slowly(base, other));
    return judge_relation(base, other);
  };
  EXPECT_EQ(relation({1, 1, -1}, {1, 1, 1}, {2, 1, 1}), Relation::crossing);
  EXPECT_EQ(relation({1, 1, 0}, {1, 1, 1}, {2, 1, 1}), Relation::touching);
  EXPECT_EQ(relation({1, 1, 0}, {2, 1, 0}, {1, 2, 0}), Relation::touching);
  EXPECT_EQ(relation({0, 0, 0}, {4, 0, 0}, {0, 0, 4}), Relation::touching);
  EXPECT_EQ(relation({1, 1, 1}, {2, 1, 1}, {1, 2, 1}), Relation::disjoint);
  EXPECT_EQ(relation({1, 1, -1}, {1, 1, 1}, {1, 1, 0}), Relation::touching);
  EXPECT_EQ(relation({3, 3, 0}, {3, 3, 0}, {3, 3, 0}), Relation::disjoint);
  EXPECT_EQ(relation({2, 2, 0}, {2, 2, 0}, {2, 2, 0}), Relation::touching);
}

void agree(TrianglePair (*make)(Dice&), int count, std::uint64_t seed) {
  Dice dice(seed);
  int met = 0;
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = make(dice);
    const Relation one = judge_relation(a, b), two = judge_relation_slowly(a, b);
    ASSERT_EQ(one, two) << "case " << i;
    met += one != Relation::disjoint;
  }
  EXPECT_GT(met, count / 50);
}

TEST(Judge, AgreesOnGrid) { agree(grid_pair, case_count(3000, 100000), 1); }
TEST(Judge, AgreesNearDegeneracy) { agree(nearly_degenerate_pair, case_count(3000, 100000), 2); }
TEST(Judge, AgreesOnWideRange) { agree(wide_range_pair, case_count(1000, 30000), 3); }

TEST(Judge, DistanceOfTriangles) {
  const Corners base = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  EXPECT_EQ(judge_distance(base, {Vec3(1, 1, 2), Vec3(1, 1, 5), Vec3(2, 1, 5)}), 2);
  EXPECT_EQ(judge_distance(base, {Vec3(-3, 0, 4), Vec3(-3, 0, 4), Vec3(-3, 0, 4)}), 5);
  EXPECT_EQ(judge_distance(base, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(2, 1, 1)}), 0);
}

TEST(Judge, ConvexBodies) {
  const std::vector<Face> faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const auto tetrahedron = [](double size, const Vec3& at) {
    return std::vector<Vec3>{at, at + Vec3(size, 0, 0), at + Vec3(0, size, 0), at + Vec3(0, 0, size)};
  };
  const auto big = tetrahedron(8, {0, 0, 0});
  const auto verdict = [&](const std::vector<Vec3>& b) { return judge_convex(big, faces, b, faces); };
  EXPECT_EQ(verdict(tetrahedron(8, {0, 0, 0})), Verdict::same);
  EXPECT_EQ(verdict(tetrahedron(1, {0, 0, 0})), Verdict::b_in_a);
  EXPECT_EQ(verdict(tetrahedron(9, {0, 0, 0})), Verdict::a_in_b);
  EXPECT_EQ(verdict(tetrahedron(8, {1, 0, 0})), Verdict::crossing);
  EXPECT_EQ(verdict(tetrahedron(8, {8, 0, 0})), Verdict::touching);
  EXPECT_EQ(verdict(tetrahedron(8, {9, 0, 0})), Verdict::disjoint);
}

}  // namespace
}  // namespace impinge::test
