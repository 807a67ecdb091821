// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies in three families of parallel planes: the kinds of cells against voxels, and the search by contacts, which such
// bodies spare, against the same truth.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/polycube.h>
#include <support/soup.h>

#include "answer/verdict/grid_cells.h"
#include "answer/verdict/solid_verdict.h"

namespace impinge::test {
namespace {

struct PlacedBody {
  Mesh mesh;
  WorldObject world;
  Control control{{}, {}};
  Body body;

  explicit PlacedBody(Mesh m)
      : mesh(std::move(m)), world(place(SceneObject{.name = {}, .mesh = mesh})), body(world, control) {}
};

std::vector<FacePair> meeting_of(const Mesh& a, const Mesh& b) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.face_pairs = true;
  const CheckResult result = Engine({.threads = 1}).check(scene, options);
  return result.pairs.empty() ? std::vector<FacePair>{} : result.pairs.front().face_pairs;
}

CellKinds voxel_kinds(const Polycube& a, const Polycube& b) {
  CellKinds kinds;
  for (std::size_t i = 0; i < a.winding.size(); ++i) {
    const bool in_a = a.winding[i] != 0, in_b = b.winding[i] != 0;
    kinds.both = kinds.both || (in_a && in_b);
    kinds.only_a = kinds.only_a || (in_a && !in_b);
    kinds.only_b = kinds.only_b || (!in_a && in_b);
  }
  return kinds;
}

TEST(GridCells, AreThoseOfVoxelsAndContactsSayTheSame) {
  Dice dice(1912);
  const int count = case_count(60, 20000);
  int told = 0;
  for (int i = 0; i < count; ++i) {
    const Polycube a = random_polycube(dice), b = dice.chance(0.7) ? derived_polycube(a, dice) : random_polycube(dice);
    const int membranes = dice.chance(0.3) ? dice.integer(1, 4) : 0;
    const PolycubeSurface a_surface = surface_of(a, membranes, dice), b_surface = surface_of(b, membranes, dice);
    const IntegerMap map = IntegerMap::at_random(dice);
    const PlacedBody first(map.of(a_surface.soup).mesh()), second(map.of(b_surface.soup).welded().mesh());
    const std::string message = "case " + std::to_string(i) + "\n a " + written(a) + "\n b " + written(b);
    if (const auto kinds = kinds_of_cells(first.world, second.world)) {
      const CellKinds truth = voxel_kinds(a, b);
      ++told;
      ASSERT_EQ(kinds->both, truth.both) << message;
      ASSERT_EQ(kinds->only_a, truth.only_a) << message;
      ASSERT_EQ(kinds->only_b, truth.only_b) << message;
    }
    const Verdict truth = polycube_verdict(a, a_surface, b, b_surface);
    const std::vector<FacePair> meeting = meeting_of(first.mesh, second.mesh);
    ASSERT_STREQ(to_string(solid_verdict_by_contacts(first.body, second.body, meeting).verdict), to_string(truth))
        << message;
  }
  EXPECT_EQ(told, count);
}

TEST(GridCells, SayNothingOfOtherBodies) {
  const PlacedBody box(box_soup({0, 0, 0}, {4, 4, 4}).mesh()), ball(make_sphere(1, 8, 8));
  const PlacedBody off_grid(box_soup({0.1, 0, 0}, {4, 4, 0.3}).mesh());
  Soup roof;
  roof.vertices = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  roof.faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const PlacedBody corner(roof.mesh());
  EXPECT_TRUE(kinds_of_cells(box.world, box.world));
  EXPECT_FALSE(kinds_of_cells(box.world, ball.world));
  EXPECT_FALSE(kinds_of_cells(box.world, off_grid.world));
  EXPECT_FALSE(kinds_of_cells(corner.world, box.world));
}

}  // namespace
}  // namespace impinge::test
