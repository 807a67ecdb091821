// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies built for what once went wrong.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <support/soup.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

OverlapSolid sound(const Soup& a, const Soup& b, Combination how = Combination::intersection) {
  OverlapSolid solid = combine(a.mesh(), b.mesh(), how);
  expect_sound(solid);
  return solid;
}

TEST(OverlapCases, PartsThatShareOneCornerAreAllThere) {
  Soup a = tetrahedron_soup({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  a.append(tetrahedron_soup({0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}));
  const OverlapSolid solid = sound(a, box_soup({-2, -2, -2}, {0.5, 2, 2}));
  EXPECT_DOUBLE_EQ(solid.volume, 1.0 / 6 + 7.0 / 48);
  EXPECT_EQ(solid.lumps.size(), 2u);
}

TEST(OverlapCases, PartsJoinedByFacesWithoutAreaAreAllThere) {
  Soup a = box_soup({0, 0, 0}, {1, 1, 1});
  a.append(box_soup({3, 0, 0}, {4, 1, 1}));
  a.add_triangle({1, 0, 0}, {3, 0, 0}, {2, 0, 0});
  a.add_triangle({1, 0, 0}, {2, 0, 0}, {3, 0, 0});
  EXPECT_DOUBLE_EQ(sound(a, box_soup({0.5, -1, -1}, {5, 2, 2})).volume, 1.5);
}

TEST(OverlapCases, APartWithinAnotherAtOneEdgeHidesNothing) {
  Soup a = tetrahedron_soup({0, 0, 0}, {0, 0, 4}, {2, 1, 2}, {1, 2, 2});
  a.append(tetrahedron_soup({0, 0, 0}, {0, 0, 4}, {8, 0, 2}, {0, 8, 2}));
  EXPECT_DOUBLE_EQ(sound(a, box_soup({-9, -9, -9}, {9, 9, 9})).volume, 128.0 / 3);
  // Only the inner part is cut, which is nowhere a border.
  EXPECT_DOUBLE_EQ(sound(a, box_soup({1, 1, 1.75}, {1.5, 1.25, 2.25}), Combination::unite).volume, 128.0 / 3);
}

TEST(OverlapCases, FacesOffTheCommonBoxDoNotMislead) {
  // Two tetrahedra at an edge far from b, whose short faces there do not reach b's box.
  Soup a = tetrahedron_soup({0, 0, 0}, {0, 0, 4}, {8, 0, 2}, {0.5, 1, 2});
  a.append(tetrahedron_soup({0, 0, 0}, {0, 0, 4}, {8, -2, 2}, {-0.5, -3, 2}));
  const Soup b = box_soup({4, -9, -9}, {9, 9, 9});
  const double common = sound(a, b).volume, whole = sound(a, a, Combination::unite).volume;
  EXPECT_GT(common, 0);
  EXPECT_DOUBLE_EQ(common + sound(a, b, Combination::difference).volume, whole);
  EXPECT_DOUBLE_EQ(common, sound(a, box_soup({4, -9, -9}, {9, 9, 9}).inverted()).volume);
}

TEST(OverlapCases, ManyBodiesInOnePlace) {
  Soup a;
  for (int i = 0; i < 12; ++i) a.append(box_soup({0, 0, 0}, {1, 1, 1}, i % 2 == 0 ? Split::falling : Split::rising));
  EXPECT_DOUBLE_EQ(sound(a, box_soup({0.5, 0.5, 0.5}, {2, 2, 2})).volume, 0.125);
}

// Each wall cut the others hundreds of times in one place, and every cut was held against every other: minutes.
TEST(OverlapCases, HundredsOfCopiesOfOneBody) {
  const Soup one = tetrahedron_soup({0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}), b = box_soup({0.5, 0.5, 0.5}, {2.5, 2.5, 2.5});
  Soup many;
  for (int i = 0; i < 150; ++i) many.append(one);
  EXPECT_EQ(sound(many, b).volume, sound(one, b).volume);
  EXPECT_EQ(sound(many, b).lumps[0].face_count, sound(one, b).lumps[0].face_count);
  EXPECT_EQ(sound(many, b).lumps[0].a_faces.size(), 150u);
}

TEST(OverlapCases, NegativeZeroIsZero) {
  const Soup a = box_soup({-0.0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(sound(a, box_soup({-1, -0.0, -0.0}, {0.0, 1, 1})).lumps.size(), 0u);
  EXPECT_EQ(sound(a, box_soup({-1, -0.0, -0.0}, {0.5, 1, 1})).volume, 0.5);
}

TEST(OverlapCases, CavitiesBelongToTheirLump) {
  Soup a = box_soup({0, 0, 0}, {9, 9, 9});
  a.append(box_soup({1, 1, 1}, {8, 8, 8}).inverted());
  a.append(box_soup({2, 2, 2}, {7, 7, 7}));
  a.append(box_soup({3, 3, 3}, {6, 6, 6}).inverted());
  const OverlapSolid solid = sound(a, box_soup({-1, -1, -1}, {10, 10, 10}));
  ASSERT_EQ(solid.lumps.size(), 2u);
  EXPECT_EQ(solid.lumps[0].volume, 729 - 343);
  EXPECT_EQ(solid.lumps[1].volume, 125 - 27);
  EXPECT_EQ(solid.lumps[0].face_count, 24u);
  EXPECT_EQ(solid.lumps[0].area, 6 * (81 + 49));
  const OverlapSolid hole = sound(box_soup({-1, -1, -1}, {10, 10, 10}), a, Combination::difference);
  ASSERT_EQ(hole.lumps.size(), 3u);
  EXPECT_EQ(hole.lumps[0].volume, 1331 - 729);
  EXPECT_EQ(hole.lumps[1].volume, 343 - 125);
  EXPECT_EQ(hole.lumps[2].volume, 27);
}

TEST(OverlapCases, AnOpenBodyIsRefused) {
  const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
  EXPECT_THROW(combine(box.without(0).mesh(), box.mesh()), Error);
  EXPECT_THROW(combine(box.mesh(), box.without(3).mesh()), Error);
}

}  // namespace
}  // namespace impinge::test
