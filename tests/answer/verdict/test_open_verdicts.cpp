// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Open surfaces against solids and against each other, on the lattice where the truth can be read off.

#include <gtest/gtest.h>

#include <map>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/lattice_recipe.h>

namespace impinge::test {
namespace {

// Solids without walls inside: a point on such a wall is neither strictly inside nor on the boundary.
LatticeRecipe plain_solid(Dice& dice) {
  if (dice.chance(0.3)) return {random_boxes(dice, false).front()};
  return {random_voxels(dice)};
}

TEST(OpenVerdicts, SurfaceAgainstSolid) {
  Dice dice(61);
  std::map<Verdict, int> seen;
  for (int i = 0; i < case_count(800, 10000); ++i) {
    const LatticeRecipe b_recipe = plain_solid(dice);
    const LatticeRecipe a_recipe = {b_recipe[0].filled.empty() || dice.chance(0.5) ? random_voxels(dice) : b_recipe[0]};
    const LatticeBody a = build(a_recipe, Split::at_random, dice.real(0.1, 0.95), dice);
    const LatticeBody b = build(b_recipe, Split::at_random, 0, dice);
    if (a.soup().faces.empty()) continue;
    const Mesh a_mesh = a.soup().mesh(), b_mesh = b.soup().mesh();
    if (a_mesh.closed() != !a.open()) continue;
    const Verdict truth = lattice_verdict(a, b);
    ++seen[truth];
    const std::string message = "a: " + written(a_recipe) + "\n b: " + written(b_recipe);
    ASSERT_STREQ(to_string(ask(a_mesh, b_mesh).verdict), to_string(truth)) << "case " << i << "\n " << message;
    ASSERT_STREQ(to_string(ask(b_mesh, a_mesh).verdict), to_string(mirrored(truth))) << "case " << i << "\n " << message;
  }
  for (const Verdict v : {Verdict::disjoint, Verdict::touching, Verdict::crossing, Verdict::a_in_b}) {
    if (kSlowness == 1) {
      EXPECT_GE(seen[v], case_count(3, 30)) << to_string(v);
    }
  }
}

TEST(OpenVerdicts, SurfaceAgainstSurface) {
  Dice dice(62);
  for (int i = 0; i < case_count(1000, 20000); ++i) {
    const LatticeRecipe a_recipe = {random_voxels(dice)}, b_recipe = {random_voxels(dice)};
    const LatticeBody a = build(a_recipe, Split::at_random, 0.4, dice), b = build(b_recipe, Split::at_random, 0.4, dice);
    if (a.soup().faces.empty() || b.soup().faces.empty()) continue;
    const Mesh a_mesh = a.soup().mesh(), b_mesh = b.soup().mesh();
    if (a_mesh.closed() || b_mesh.closed()) continue;
    const PairAnswer answer = ask(a_mesh, b_mesh);
    const Verdict truth = !lattice_meets(a, b)        ? Verdict::disjoint
                          : answer.crossing_count > 0 ? Verdict::crossing
                                                      : Verdict::touching;
    ASSERT_STREQ(to_string(answer.verdict), to_string(truth)) << "case " << i;
  }
}

// One face turned the wrong way: the orientation contradicts itself, so there is no inside.
TEST(OpenVerdicts, InconsistentOrientationIsOpen) {
  Soup shell = box_soup({0, 0, 0}, {8, 8, 8});
  std::swap(shell.faces[3][1], shell.faces[3][2]);
  const Mesh container = shell.mesh(), part = box_soup({2, 2, 2}, {3, 3, 3}).mesh();
  EXPECT_FALSE(container.closed());
  EXPECT_EQ(ask(part, container).verdict, Verdict::disjoint);
  EXPECT_EQ(ask(container, box_soup({-1, -1, -1}, {9, 9, 9}).mesh()).verdict, Verdict::a_in_b);
}

}  // namespace
}  // namespace impinge::test
