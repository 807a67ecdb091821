// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The candidates of slice_map for random, fine, long, tiny, huge, far and flat input.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/soup.h>

#include <cmath>

#include "complete_candidates.h"

namespace impinge::test {
namespace {

TEST(SliceMap, FindsAllPairsOfRandomTriangles) {
  Dice dice(31);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const Soup a = random_soup(dice, dice.integer(1, 400), 1),
               b = random_soup(dice, dice.integer(1, 400), dice.real(0.1, 1));
    expect_complete(a.mesh(), Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion()), b.mesh(),
                    Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion()), "case " + std::to_string(i));
  }
}

TEST(SliceMap, FindsAllPairsOfFineSurfaces) {
  Dice dice(32);
  for (int i = 0; i < case_count(12, 300); ++i) {
    const Mesh a = make_displaced_sphere(1, 0.2, dice.integer(8, 24), dice.integer(8, 30), dice.bits() % 100);
    const Mesh b = dice.chance(0.3) ? make_box({1, 1, 1}, dice.integer(1, 3)) : make_icosphere(0.8, dice.integer(1, 3));
    expect_complete(a, {}, b, Pose::from_quaternion(dice.point(-1.2, 1.2), dice.quaternion()), "case " + std::to_string(i));
  }
}

// A fine surface with a few faces from one end of it to the other: those must neither be lost nor hide others.
TEST(SliceMap, LongFacesAmongFineOnes) {
  Dice dice(33);
  for (int i = 0; i < case_count(12, 300); ++i) {
    Soup a = soup_of(make_icosphere(1, judged_size(3))), b = soup_of(make_icosphere(1, judged_size(3)));
    for (Soup* soup : {&a, &b})
      for (int k = dice.integer(0, 3); k > 0; --k)
        soup->add_triangle(dice.point(-1.5, 1.5), dice.point(-1.5, 1.5), dice.point(-1.5, 1.5));
    expect_complete(a.mesh(), {}, b.mesh(), Pose::from_quaternion(dice.point(-1.5, 1.5), dice.quaternion()),
                    "case " + std::to_string(i));
  }
}

TEST(SliceMap, AnyScaleAndPlace) {
  Dice dice(34);
  for (const double scale : {0x1p-1040, 1e-300, 1e-30, 1.0, 1e30, 1e200, 1e300})
    for (const double far : {0.0, 1.0, 1e6, 1e15}) {
      if (far * scale > 1e305) continue;
      const Vec3 shift = Vec3(1, -0.5, 0.25) * far;
      const Soup a = soup_of(make_icosphere(1, 2)).shifted(shift).scaled(scale);
      const Soup b = soup_of(make_displaced_sphere(1, 0.3, 9, 12)).shifted(shift + dice.point(-1, 1)).scaled(scale);
      expect_complete(a.mesh(), {}, b.mesh(), {}, "scale " + std::to_string(scale) + ", far " + std::to_string(far));
    }
}

// Regions without width, height or depth: walls, edges and corners that only touch.
TEST(SliceMap, FlatRegions) {
  const Mesh box = make_box({1, 1, 1}, 3);
  for (const Vec3& shift : {Vec3(1, 0, 0), Vec3(1, 0.25, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(0, 0, 1), Vec3(0, 0, 0)}) {
    Pose pose;
    pose.position = shift;
    expect_complete(box, {}, box, pose, "boxes");
  }
  Soup flat;
  flat.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  expect_complete(flat.mesh(), {}, flat.mesh(), {}, "one face");
}

// Regions a few units in the last place thick, with faces that are smaller still.
TEST(SliceMap, RegionsThinnerThanCells) {
  for (const double far : {1.0, 1e13})
    for (const int steps : {1, 8, 30}) {
      const double unit = std::nextafter(far, INFINITY) - far, top = far + steps * unit;
      const Vec3 low(0, far, 0);
      Soup points, face;
      for (int i = 0; i < 50; ++i) points.add_triangle(low, low, low);
      points.add_triangle({0, top, -1}, {unit, top, -1}, {0, top, -2});
      face.add_triangle(low, {unit, top, 0}, {0, top, unit});
      expect_complete(points.mesh(), {}, face.mesh(), {}, std::to_string(steps) + " steps at " + std::to_string(far));
    }
}

// Two walls, fine on one side and one quad on the other, slanted: the large faces are followed through many columns.
TEST(SliceMap, CoarseAgainstFine) {
  Dice dice(35);
  for (int i = 0; i < case_count(8, 200); ++i) {
    const Mesh fine = make_icosphere(1, 4);
    Soup coarse;
    for (int k = 0; k < 6; ++k) coarse.add_triangle(dice.point(-2, 2), dice.point(-2, 2), dice.point(-2, 2));
    expect_complete(fine, Pose::from_quaternion(dice.point(-0.3, 0.3), dice.quaternion()), coarse.mesh(), {},
                    "case " + std::to_string(i));
  }
}

// Copies at one place: every face meets every other.
Mesh pile(int faces) {
  Soup soup;
  for (int i = 0; i < faces; ++i) soup.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  return soup.mesh();
}

TEST(SliceMap, LeavesCrowdsToTrees) {
  for (const int faces : {200, 400}) {
    Scene scene;
    scene.add("pile", pile(faces));
    scene.add("other", pile(faces));
    const std::vector<WorldObject> world = place(scene);
    Control control({}, {});
    const auto candidates = slice_map(world, overlap_region(world, {0, 1}), control);
    EXPECT_EQ(candidates.has_value(), faces == 200);
    const CheckResult result = Engine().check(scene);
    EXPECT_EQ(result.pairs.at(0).face_pair_count, static_cast<std::uint64_t>(faces) * faces);
    EXPECT_EQ(result.stats.methods, faces == 200 ? Words{"slice_map"} : (Words{"slice_map", "cluster_tree"}));
    EXPECT_TRUE(Engine().meet(scene, {0}, {1}));
  }
}

// Detail that the grid over a wide region cannot tell apart: no method is more than right.
TEST(SliceMap, SmallDetailInAWideRegion) {
  std::vector<Mesh> meshes;
  for (const double shift : {0.0, 1.0}) {
    Soup soup = soup_of(make_displaced_sphere(1, 0.2, 60, 120)).shifted({shift, 0, 0}).scaled(1e-6);
    for (const Vec3& corner : {Vec3(-1, -1, -1), Vec3(1, 1, 1), Vec3(1, -1, 1)})
      soup.add_triangle(corner, corner + Vec3(0.3, 0.1 + shift * 1e-3, 0), corner + Vec3(0, 0.2, 0.4));
    meshes.push_back(soup.mesh());
  }
  Scene scene;
  scene.add("a", meshes[0]);
  scene.add("b", meshes[1]);
  std::vector<FacePair> pairs[3];
  int k = 0;
  for (const Method method : {Method::slice_map, Method::cluster_tree, Method::face_octree}) {
    CheckOptions options;
    options.method = method;
    pairs[k++] = Engine().check(scene, options).pairs.at(0).face_pairs;
  }
  EXPECT_GT(pairs[0].size(), 100u);
  EXPECT_EQ(pairs[0], pairs[1]);
  EXPECT_EQ(pairs[0], pairs[2]);
}

}  // namespace
}  // namespace impinge::test
