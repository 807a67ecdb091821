// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Faces with one number lie in one plane; edges that are said to be held by another one are.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <support/polycube.h>
#include <support/soup.h>

#include "answer/verdict/common_faces.h"
#include "answer/verdict/face_planes.h"
#include "answer/verdict/seen_edges.h"
#include "base/predicates.h"

namespace impinge::test {
namespace {

bool coplanar(const Triangle& t, const Triangle& u) {
  const auto holds = [&](const Vec3& p) { return orient3d(t.p[0], t.p[1], t.p[2], p) == 0; };
  return holds(u.p[0]) && holds(u.p[1]) && holds(u.p[2]);
}

// How many numbers there are; how many planes there are is counted face by face.
std::pair<std::size_t, std::size_t> expect_planes(const Mesh& mesh) {
  const WorldObject o = place(SceneObject{.name = {}, .mesh = mesh});
  const CommonFaces common(o, o);
  FacePlanes planes(o.box, 2 * o.faces.size(), 2 * o.local.size());
  const std::vector<bool> all(o.faces.size(), true);
  const auto numbers = planes.number(o, common.a_corners(), all);
  std::set<std::uint32_t> different;
  std::vector<Triangle> found;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    const Triangle t = o.triangle(f);
    EXPECT_EQ(numbers[f] == FacePlanes::kNone, degenerate(t));
    if (degenerate(t)) continue;
    different.insert(numbers[f]);
    if (std::none_of(found.begin(), found.end(), [&](const Triangle& u) { return coplanar(u, t); })) found.push_back(t);
    for (std::uint32_t g = 0; g < f; ++g)
      EXPECT_TRUE(numbers[g] != numbers[f] || coplanar(t, o.triangle(g))) << f << ' ' << g;
  }
  for (const std::uint32_t plane : different)
    for (std::uint32_t v = 0; v < o.local.size(); ++v) {
      const auto f = static_cast<std::uint32_t>(std::find(numbers.begin(), numbers.end(), plane) - numbers.begin());
      const Triangle t = o.triangle(f);
      const int side = orient3d(t.p[0], t.p[1], t.p[2], o.vertex(v));
      EXPECT_EQ(planes.side(plane, common.a_corners()[v], o.vertex(v)) == 0, side == 0);
    }
  const bool whole = different.size() == found.size();
  EXPECT_TRUE(!whole || planes.number(o, common.b_corners(), all) == numbers) << "of the same faces as another object";
  return {different.size(), found.size()};
}

TEST(FacePlanes, WallsOfPolycubes) {
  Dice dice(53);
  for (int i = 0; i < 12; ++i) {
    const Soup soup = surface_of(random_polycube(dice), i % 3, dice).soup;
    const auto [numbers, planes] = expect_planes(IntegerMap::at_random(dice).of(soup).mesh());
    EXPECT_EQ(numbers, planes);
  }
}

// Planes that are equal but for the last digits are not one.
TEST(FacePlanes, RoughWall) {
  Soup soup;
  Dice dice(59);
  for (int i = 0; i < 20; ++i) {
    const double x = i, z = 1 + (i % 2) * 0x1p-52;
    soup.add_triangle({x, 0, 1}, {x + 1, 0, 1}, {x, 1, z});
  }
  const auto [numbers, planes] = expect_planes(soup.mesh());
  EXPECT_EQ(planes, 2u);
  EXPECT_GE(numbers, planes);
}

TEST(SeenEdges, WhatALongEdgeHolds) {
  SeenEdges edges({{0, 0, 0}, {9, 9, 9}});
  EXPECT_TRUE(edges.add({0, 0, 0}, {6, 3, 9}));
  EXPECT_FALSE(edges.add({6, 3, 9}, {0, 0, 0}));
  EXPECT_FALSE(edges.add({2, 1, 3}, {4, 2, 6}));
  EXPECT_FALSE(edges.add({4, 2, 6}, {6, 3, 9}));
  EXPECT_TRUE(edges.add({4, 2, 6}, {8, 4, 12})) << "goes beyond it";
  EXPECT_TRUE(edges.add({2, 1, 3}, {4, 2, std::nextafter(6.0, 7.0)})) << "leaves the line";
  EXPECT_TRUE(edges.add({1, 0, 0}, {7, 3, 9})) << "beside it";
}

}  // namespace
}  // namespace impinge::test
