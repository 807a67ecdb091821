// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Which faces meet another one of their own body, found past neighbours and fans, against all pairs of faces.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <impinge/impinge.h>
#include <support/polycube.h>
#include <support/soup.h>

#include "answer/own_pairs/simple_corners.h"
#include "answer/verdict/own_contacts.h"
#include "base/predicates.h"
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

struct PlacedBody {
  Mesh mesh;
  WorldObject world;
  Control control{{}, {}};
  Body body;

  explicit PlacedBody(Mesh m)
      : mesh(std::move(m)), world(place(SceneObject{.name = {}, .mesh = mesh})), body(world, control) {}

  Face corners(std::uint32_t f) const { return world.topology->corners(world.faces[f]); }
  bool meet(std::uint32_t f, std::uint32_t g) const {
    const Triangle t = world.triangle(f), u = world.triangle(g);
    return !degenerate(t) && !degenerate(u) && self_pair_static(t, corners(f), u, corners(g)) != Relation::disjoint;
  }
};

struct Counts {
  int meeting = 0, simple = 0;
};

Counts expect_as_all_pairs(const Mesh& mesh) {
  const PlacedBody placed(mesh);
  EXPECT_TRUE(mesh.closed());
  const auto n = static_cast<std::uint32_t>(placed.world.faces.size());
  std::vector<bool> meets(n, false);
  const std::vector<bool> simple = simple_corners(placed.world);
  for (std::uint32_t f = 0; f < n; ++f)
    for (std::uint32_t g = f + 1; g < n; ++g) {
      if (!placed.meet(f, g)) continue;
      meets[f] = meets[g] = true;
      for (const std::uint32_t c : placed.corners(f))
        for (const std::uint32_t d : placed.corners(g)) EXPECT_FALSE(c == d && simple[c]) << f << " and " << g;
    }
  EXPECT_EQ(faces_meeting_own(placed.body, std::vector<bool>(n, true)), meets);
  std::vector<bool> every_other(n);
  for (std::uint32_t f = 0; f < n; f += 2) every_other[f] = true;
  const std::vector<bool> of_half = faces_meeting_own(placed.body, every_other);
  for (std::uint32_t f = 0; f < n; f += 2) EXPECT_EQ(of_half[f], meets[f]) << f;
  return {static_cast<int>(std::count(meets.begin(), meets.end(), true)),
          static_cast<int>(std::count(simple.begin(), simple.end(), true))};
}

// Strips around the z axis from (0, 0, -1) to a rim to (0, 0, 1), `rounds` times round.
Soup double_fan(int strips, int rounds) {
  Soup soup;
  const auto rim = [&](int i) {
    const double angle = 2 * std::numbers::pi * rounds * (i % strips) / strips;
    return Vec3(std::cos(angle), std::sin(angle), 0.1 * std::sin(angle / rounds));
  };
  for (int i = 0; i < strips; ++i) {
    soup.add_triangle({0, 0, -1}, rim(i + 1), rim(i));
    soup.add_triangle({0, 0, 1}, rim(i), rim(i + 1));
  }
  return soup.welded();
}

TEST(OwnContacts, Sphere) {
  const Mesh sphere = make_sphere(1, 12, 24);
  const Counts counts = expect_as_all_pairs(sphere);
  EXPECT_EQ(counts.meeting, 0);
  EXPECT_EQ(counts.simple, static_cast<int>(sphere.vertices().size()));
}

TEST(OwnContacts, SpheresThroughEachOther) {
  Soup soup = soup_of(make_sphere(1, 10, 20));
  soup.append(soup_of(make_sphere(1, 8, 18)).shifted({0.3, 0.2, 0.9}));
  EXPECT_GT(expect_as_all_pairs(soup.mesh()).meeting, 20);
}

// Hundreds of faces around one corner: beside each other, with a face through some of them, and twice round.
TEST(OwnContacts, Fans) {
  const Soup fan = double_fan(300, 1);
  EXPECT_EQ(expect_as_all_pairs(fan.mesh()).meeting, 0);
  Soup pierced = fan;
  pierced.append(tetrahedron_soup({0.5, 0.1, -2}, {0.6, 0.1, 2}, {0.6, 0.2, 2}, {0.55, 0.1, 2}));
  const Counts counts = expect_as_all_pairs(pierced.mesh());
  EXPECT_GT(counts.meeting, 4);
  EXPECT_LT(counts.meeting, 100);
  EXPECT_GT(expect_as_all_pairs(double_fan(301, 2).mesh()).meeting, 300);
}

// One fan passes through another one that has its tip elsewhere.
TEST(OwnContacts, FansThroughEachOther) {
  Soup soup = double_fan(280, 1);
  soup.append(double_fan(270, 1).shifted({0.4, 0.3, 0.2}));
  EXPECT_GT(expect_as_all_pairs(soup.mesh()).meeting, 100);
}

TEST(OwnContacts, DirtyPolycubes) {
  Dice dice(47);
  for (int i = 0; i < 20; ++i) {
    const IntegerMap map = IntegerMap::at_random(dice);
    expect_as_all_pairs(map.of(surface_of(random_polycube(dice), i % 4, dice).soup).mesh());
  }
}

}  // namespace
}  // namespace impinge::test
