// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Faces without area bound nothing: whatever lies along the edges of a body, its verdicts stay the same.

#include <gtest/gtest.h>

#include <cmath>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/lattice_recipe.h>

namespace impinge::test {
namespace {

// A point in the box of the zero-area face 0 1 1 was taken for a point of the surface: crossing, after 65,000 tries.
TEST(ZeroAreaVerdicts, TetrahedronTouchesAtACorner) {
  const Soup a{{{0, 0, 0}, {8, -1, -1}, {8, -1, -2}, {8, -2, -1}}, {{1, 0, 2}, {2, 0, 3}, {3, 0, 1}, {1, 2, 3}}};
  const Soup b{{{0, 0, 0}, {16, -8, -8}, {-8, 16, -8}, {-8, -8, 16}, {-16, -16, -16}},
               {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {4, 2, 1}, {4, 3, 2}, {4, 1, 3}, {0, 1, 1}}};
  EXPECT_STREQ(to_string(ask(a.mesh(), b.mesh()).verdict), "touching");
  EXPECT_STREQ(to_string(ask(b.mesh(), a.mesh()).verdict), "touching");
}

// Some edges of the body once more, as faces with a corner twice.
Soup with_flat_faces(Soup soup, Dice& dice) {
  const std::size_t count = soup.faces.size();
  for (std::size_t f = 0; f < count; ++f) {
    if (!dice.chance(0.2)) continue;
    const Face face = soup.faces[f];
    soup.faces.push_back({face[0], face[1], face[1]});
  }
  return soup;
}

// The same integer shear and scale for both bodies: exact, so truths stay.
struct Shear {
  double x, y, scale;

  explicit Shear(Dice& dice)
      : x(std::trunc(dice.real(-3, 3))), y(std::trunc(dice.real(-3, 3))), scale(std::exp2(std::trunc(dice.real(0, 30)))) {}

  Soup of(Soup soup) const {
    for (Vec3& v : soup.vertices) v = scale * Vec3(v.x() + x * v.y(), v.y() + y * v.z(), v.z());
    return soup;
  }
};

TEST(ZeroAreaVerdicts, FlatFacesAlongEdges) {
  Dice dice(77);
  for (int i = 0; i < case_count(60, 20000); ++i) {
    const LatticeRecipe a_recipe = random_recipe(dice);
    const LatticeRecipe b_recipe = dice.chance(0.5) ? derived_recipe(a_recipe, dice) : random_recipe(dice);
    const LatticeBody a = build(a_recipe, Split::at_random, 0, dice), b = build(b_recipe, Split::at_random, 0, dice);
    const Verdict truth = lattice_verdict(a, b);
    const Shear shear(dice);
    const Mesh a_mesh = shear.of(with_flat_faces(a.soup(), dice)).mesh();
    const Mesh b_mesh = shear.of(with_flat_faces(b.soup(), dice)).mesh();
    const std::string message = "a: " + written(a_recipe) + "\n b: " + written(b_recipe);
    ASSERT_STREQ(to_string(ask(a_mesh, b_mesh).verdict), to_string(truth)) << "case " << i << "\n " << message;
    ASSERT_STREQ(to_string(ask(b_mesh, a_mesh).verdict), to_string(mirrored(truth))) << "case " << i << "\n " << message;
  }
}

}  // namespace
}  // namespace impinge::test
