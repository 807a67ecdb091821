// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies in general position against an independent judge: tetrahedra and hulls by exact half-spaces and Minkowski
// differences, star-shaped concave bodies by their tetrahedra.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/judge.h>

namespace impinge::test {
namespace {

Soup random_tetrahedron(Dice& dice, bool on_grid) {
  for (;;) {
    Vec3 p[4];
    for (Vec3& corner : p) corner = on_grid ? dice.grid_point(0, 4) : dice.point(0, 4);
    if (judge_orient3d(p[0], p[1], p[2], p[3]) != 0) return tetrahedron_soup(p[0], p[1], p[2], p[3]);
  }
}

// The same tetrahedron larger, smaller or equal about a corner, its middle, or the middle of an edge.
Soup stretched(const Soup& soup, Dice& dice) {
  const auto& v = soup.vertices;
  const Vec3 pivots[3] = {v[0], (v[0] + v[1]) / 2, (v[0] + v[1] + v[2] + v[3]) / 4};
  const Vec3& pivot = pivots[dice.integer(0, 2)];
  const double factor = std::ldexp(1.0, dice.integer(-1, 1));
  return soup.shifted(-pivot).scaled(factor).shifted(pivot);
}

Verdict truth_of(const Soup& a, const Soup& b) { return judge_convex(a.vertices, a.faces, b.vertices, b.faces); }

void tetrahedra(bool on_grid, int count, std::uint64_t seed) {
  Dice dice(seed);
  std::map<Verdict, int> seen;
  for (int i = 0; i < count; ++i) {
    const Soup a = random_tetrahedron(dice, on_grid);
    Soup b = dice.chance(0.3) ? stretched(a, dice) : random_tetrahedron(dice, on_grid);
    if (dice.chance(0.2)) {
      b.vertices[0] = a.vertices[0];
      b.vertices[1] = a.vertices[1];
    }
    if (judge_orient3d(b.vertices[0], b.vertices[1], b.vertices[2], b.vertices[3]) == 0) continue;
    b = tetrahedron_soup(b.vertices[0], b.vertices[1], b.vertices[2], b.vertices[3]);
    const Verdict truth = truth_of(a, b);
    ++seen[truth];
    ASSERT_STREQ(to_string(ask(a.mesh(), b.mesh()).verdict), to_string(truth)) << "case " << i;
    ASSERT_STREQ(to_string(ask(b.inverted().mesh(), a.mesh()).verdict), to_string(mirrored(truth))) << "case " << i;
  }
  EXPECT_GT(seen[Verdict::crossing], 0);
  EXPECT_GT(seen[Verdict::disjoint], 0);
  EXPECT_GT(seen[Verdict::a_in_b], 0);
}

TEST(ConvexVerdicts, TetrahedraOnTheGrid) { tetrahedra(true, case_count(3000, 60000), 81); }
TEST(ConvexVerdicts, TetrahedraAnywhere) { tetrahedra(false, case_count(2000, 40000), 82); }

TEST(ConvexVerdicts, BoxesTurnedAtRandom) {
  Dice dice(83);
  for (int i = 0; i < case_count(300, 5000); ++i) {
    const Mesh box = make_box({2, 2, 2}), other = make_box({dice.real(0.2, 6), dice.real(0.2, 6), dice.real(0.2, 6)});
    Question question;
    question.a_pose = Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    question.b_pose = Pose::from_quaternion(dice.point(-3, 3), dice.quaternion());
    // Rounded world coordinates make a box's walls not quite flat: the judge takes the hull of what is really there,
    // so cases nearer than that are left out.
    const auto va = world_vertices(box, question.a_pose), vb = world_vertices(other, question.b_pose);
    const Verdict truth = judge_convex(va, box.faces(), vb, other.faces());
    if (truth == Verdict::touching) continue;
    ASSERT_STREQ(to_string(ask(box, other, question).verdict), to_string(truth)) << "case " << i;
  }
}

// Concave, star-shaped about its centre, in general position: surfaces that meet cross, else one centre or corner tells.
TEST(ConvexVerdicts, StarShapedBodies) {
  Dice dice(84);
  std::map<Verdict, int> seen;
  for (int i = 0; i < case_count(300, 5000); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Mesh a = make_random_mesh(1, 0.5, 6, 8, seed), b = make_random_mesh(dice.real(0.2, 4), 0.5, 5, 9, seed + 1000);
    Question question;
    question.a_pose = Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    question.b_pose = Pose::from_quaternion(dice.point(-1.5, 1.5), dice.quaternion());
    const auto va = world_vertices(a, question.a_pose), vb = world_vertices(b, question.b_pose);
    const auto pairs = judge_face_pairs(va, a.faces(), vb, b.faces());
    Verdict truth = Verdict::crossing;
    if (pairs.empty()) {
      const bool a_in_b = judge_in_star(question.b_pose.position, vb, b.faces(), va[0]);
      const bool b_in_a = judge_in_star(question.a_pose.position, va, a.faces(), vb[0]);
      truth = a_in_b ? Verdict::a_in_b : b_in_a ? Verdict::b_in_a : Verdict::disjoint;
    }
    ++seen[truth];
    const PairAnswer answer = ask(a, b, question);
    ASSERT_STREQ(to_string(answer.verdict), to_string(truth)) << "case " << i;
    ASSERT_EQ(answer.face_pairs, pairs) << "case " << i;
  }
  for (const Verdict v : {Verdict::disjoint, Verdict::crossing, Verdict::a_in_b}) EXPECT_GT(seen[v], 0) << to_string(v);
}

}  // namespace
}  // namespace impinge::test
