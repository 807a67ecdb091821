// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <algorithm>

#include "cull/overlap_region/overlap_region.h"
#include "exact/face_pair_static.h"
#include "support/dice.h"

namespace impinge {
namespace {

TEST(OverlapRegion, KeepsEveryFaceThatMeetsAFaceOfAPairedObject) {
  test::Dice dice(8);
  for (int i = 0; i < 20; ++i) {
    Scene scene;
    for (int o = 0; o < 3; ++o)
      scene.add("ball", make_sphere_of_faces(1, 80), Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
    const std::vector<WorldObject> world = place(scene);
    const std::vector<ObjectPair> pairs = {{0, 1}, {1, 2}};
    const auto kept = overlap_region(world, pairs);
    for (const ObjectPair& pair : pairs)
      for (std::uint32_t f = 0; f < 80; ++f)
        for (std::uint32_t g = 0; g < 80; ++g) {
          if (face_pair_static(world[pair.a].triangle(f), world[pair.b].triangle(g)) == Relation::disjoint) continue;
          EXPECT_TRUE(std::binary_search(kept[pair.a].begin(), kept[pair.a].end(), f));
          EXPECT_TRUE(std::binary_search(kept[pair.b].begin(), kept[pair.b].end(), g));
        }
  }
}

TEST(OverlapRegion, DropsFacesFarFromAllPartners) {
  Scene scene;
  Pose right;
  right.position = Vec3(1.9, 0, 0);
  scene.add("left", make_sphere_of_faces(1, 3968));
  scene.add("right", make_sphere_of_faces(1, 3968), right);
  const std::vector<WorldObject> world = place(scene);
  const std::vector<ObjectPair> pairs = {{0, 1}};
  const auto kept = overlap_region(world, pairs);
  EXPECT_GT(kept[0].size(), 0u);
  EXPECT_LT(kept[0].size(), 400u);
}

}  // namespace
}  // namespace impinge
