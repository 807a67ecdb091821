// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Verdicts that hang on exact contact at many angles: tetrahedra of one tiling, and lattice bodies under integer matrices.

#include <gtest/gtest.h>

#include <map>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/lattice_recipe.h>
#include <support/simplex_body.h>

namespace impinge::test {
namespace {

// Equal, with a few simplices more or less, without the common part, or independent.
SimplexBody second_body(const SimplexBody& first, Dice& dice) {
  SimplexBody body = dice.chance(0.5) ? first : random_simplices(dice);
  const int change = dice.integer(0, 4);
  for (int i = 0; i < SimplexBody::kCount; ++i) {
    if (change == 1 && first.has(i)) body.add(i);
    if (change == 2 && first.has(i)) body.remove(i);
    if (change == 3 && !first.has(i)) body.remove(i);
    if (change == 4 && dice.chance(0.02)) body.add(i);
  }
  if (body.empty()) body.add(dice.integer(0, SimplexBody::kCount - 1));
  return body;
}

TEST(SlantedVerdicts, SimplicesOfOneTiling) {
  Dice dice(121);
  std::map<Verdict, int> seen;
  for (int i = 0; i < case_count(500, 10000); ++i) {
    const SimplexBody a = random_simplices(dice), b = second_body(a, dice);
    const Verdict truth = simplex_verdict(a, b);
    ++seen[truth];
    const Eigen::Matrix3d matrix = random_shear(dice);
    const Soup a_soup = mapped(a.boundary(), matrix), b_soup = mapped(b.boundary(), matrix);
    const Mesh a_mesh = (dice.chance(0.2) ? a_soup.refined() : a_soup).mesh();
    const Mesh b_mesh = (dice.chance(0.5) ? b_soup : b_soup.inverted()).mesh();
    ASSERT_TRUE(a_mesh.closed() && b_mesh.closed()) << "case " << i;
    ASSERT_STREQ(to_string(ask(a_mesh, b_mesh).verdict), to_string(truth)) << "case " << i;
    ASSERT_STREQ(to_string(ask(b_mesh, a_mesh).verdict), to_string(mirrored(truth))) << "case " << i << " swapped";
  }
  for (const Verdict v :
       {Verdict::disjoint, Verdict::touching, Verdict::crossing, Verdict::a_in_b, Verdict::b_in_a, Verdict::same}) {
    EXPECT_GT(seen[v], 2) << to_string(v);
  }
}

TEST(SlantedVerdicts, LatticeBodiesSheared) {
  Dice dice(122);
  for (int i = 0; i < case_count(200, 3000); ++i) {
    const LatticeRecipe a_recipe = random_recipe(dice);
    const LatticeRecipe b_recipe = dice.chance(0.5) ? derived_recipe(a_recipe, dice) : random_recipe(dice);
    const LatticeBody a = build(a_recipe, Split::at_random, 0, dice), b = build(b_recipe, Split::at_random, 0, dice);
    const Eigen::Matrix3d matrix = random_shear(dice);
    const Verdict verdict = ask(mapped(a.soup(), matrix).mesh(), mapped(b.soup(), matrix).mesh()).verdict;
    ASSERT_STREQ(to_string(verdict), to_string(lattice_verdict(a, b)))
        << "case " << i << "\n a: " << written(a_recipe) << "\n b: " << written(b_recipe) << "\n"
        << matrix;
  }
}

}  // namespace
}  // namespace impinge::test
