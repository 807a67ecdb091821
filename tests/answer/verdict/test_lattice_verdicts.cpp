// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Verdicts about solids whose truth is known cell by cell: voxels, unions of boxes, cavities, walls inside, inverted bodies.

#include <gtest/gtest.h>

#include <map>

#include <support/ask.h>
#include <support/axis_rotations.h>
#include <support/case_count.h>
#include <support/lattice_recipe.h>

namespace impinge::test {
namespace {

struct LatticeCase {
  LatticeRecipe a_recipe, b_recipe;
  LatticeBody a, b;
};

LatticeCase random_case(Dice& dice) {
  LatticeCase c;
  c.a_recipe = random_recipe(dice);
  c.b_recipe = dice.chance(0.5) ? derived_recipe(c.a_recipe, dice) : random_recipe(dice);
  c.a = build(c.a_recipe, Split::at_random, 0, dice);
  c.b = build(c.b_recipe, Split::at_random, 0, dice);
  return c;
}

std::string message(const LatticeCase& c) { return "a: " + written(c.a_recipe) + "\n b: " + written(c.b_recipe); }

TEST(LatticeVerdicts, ClosedBodies) {
  Dice dice(51);
  std::map<Verdict, int> seen;
  for (int i = 0; i < case_count(200, 6000); ++i) {
    const LatticeCase c = random_case(dice);
    const Verdict truth = lattice_verdict(c.a, c.b);
    ++seen[truth];
    const Mesh a = c.a.soup().mesh(), b = (dice.chance(0.5) ? c.b.soup() : c.b.soup().welded()).mesh();
    ASSERT_TRUE(a.closed() && b.closed());
    const PairAnswer answer = ask(a, b);
    ASSERT_STREQ(to_string(answer.verdict), to_string(truth)) << "case " << i << "\n " << message(c);
    ASSERT_STREQ(to_string(ask(b, a).verdict), to_string(mirrored(truth))) << "case " << i << " swapped\n " << message(c);
    if (answer.witness) {
      ASSERT_TRUE(c.a.holds(answer.witness->a_point, 1e-9)) << "case " << i << "\n " << message(c);
      ASSERT_TRUE(c.b.holds(answer.witness->b_point, 1e-9)) << "case " << i << "\n " << message(c);
    }
  }
  for (const Verdict v :
       {Verdict::disjoint, Verdict::touching, Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a, Verdict::same}) {
    EXPECT_GT(seen[v], 10) << to_string(v) << " hardly occurs, which proves nothing";
  }
}

TEST(LatticeVerdicts, TurnedAndShifted) {
  Dice dice(52);
  const auto rotations = axis_rotations();
  ASSERT_EQ(rotations.size(), 24u);
  for (int i = 0; i < case_count(12, 120); ++i) {
    const LatticeCase c = random_case(dice);
    const Verdict truth = lattice_verdict(c.a, c.b);
    const Mesh a = c.a.soup().mesh(), b = c.b.soup().mesh();
    const std::size_t pairs = ask(a, b).face_pairs.size();
    for (const auto& rotation : rotations) {
      Question question;
      question.a_pose = question.b_pose = Pose::from_quaternion(dice.grid_point(-4096, 4096) / 64, rotation);
      const PairAnswer answer = ask(a, b, question);
      ASSERT_STREQ(to_string(answer.verdict), to_string(truth)) << "case " << i << "\n " << message(c);
      ASSERT_EQ(answer.face_pairs.size(), pairs) << "case " << i << "\n " << message(c);
    }
  }
}

TEST(LatticeVerdicts, AnyScale) {
  Dice dice(53);
  for (int i = 0; i < case_count(40, 500); ++i) {
    const LatticeCase c = random_case(dice);
    const Verdict truth = lattice_verdict(c.a, c.b);
    for (const double scale : {0x1p-1050, 0x1p-300, 0x1p-20, 0x1p20, 0x1p300, 0x1p1000}) {
      const Mesh a = c.a.soup().scaled(scale).mesh(), b = c.b.soup().scaled(scale).mesh();
      ASSERT_STREQ(to_string(ask(a, b).verdict), to_string(truth)) << "scale " << scale << "\n " << message(c);
    }
  }
}

// Every triangle of a in four: the same solid in other pieces.
TEST(LatticeVerdicts, RefinedTriangulation) {
  Dice dice(54);
  for (int i = 0; i < case_count(40, 500); ++i) {
    const LatticeCase c = random_case(dice);
    const Verdict truth = lattice_verdict(c.a, c.b);
    const Mesh a = c.a.soup().refined().mesh(), b = c.b.soup().mesh();
    ASSERT_STREQ(to_string(ask(a, b).verdict), to_string(truth)) << "case " << i << "\n " << message(c);
  }
}

TEST(LatticeVerdicts, ClearanceFindsTheGap) {
  Dice dice(55);
  int near = 0;
  for (int i = 0; i < case_count(200, 3000); ++i) {
    const LatticeCase c = random_case(dice);
    const Verdict truth = lattice_verdict(c.a, c.b);
    const Mesh a = c.a.soup().mesh(), b = c.b.soup().mesh();
    Question question;
    question.clearance = 1;
    const PairAnswer answer = ask(a, b, question);
    if (truth != Verdict::disjoint) {
      ASSERT_STREQ(to_string(answer.verdict), to_string(truth)) << message(c);
      continue;
    }
    // Bodies on the lattice that do not meet are at least one cell apart.
    if (answer.verdict == Verdict::near) {
      ASSERT_EQ(*answer.distance, 1) << message(c);
      ++near;
    }
    question.clearance = 0.9999;
    ASSERT_EQ(ask(a, b, question).verdict, Verdict::disjoint) << message(c);
  }
  EXPECT_GT(near, 5);
}

}  // namespace
}  // namespace impinge::test
