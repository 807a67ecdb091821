// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Faces of a body that meet each other: what walls and kept pairs leave, against all pairs.

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>
#include <optional>

#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/lattice_soup.h>

#include "answer/own_pairs/own_meetings.h"
#include "answer/own_pairs/simple_corners.h"
#include "base/triangle_box.h"
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

std::vector<OwnPair> all_meetings(const WorldObject& o, const Box& region) {
  std::vector<OwnPair> pairs;
  for (std::uint32_t f = 0; f < o.faces.size(); ++f)
    for (std::uint32_t g = f + 1; g < o.faces.size(); ++g) {
      const Triangle s = o.triangle(f), t = o.triangle(g);
      if (boxes_meet(box_of(s), region) && boxes_meet(box_of(t), region) &&
          self_pair_static(s, o.topology->corners(o.faces[f]), t, o.topology->corners(o.faces[g])) != Relation::disjoint)
        pairs.push_back({f, g});
    }
  return pairs;
}

// A face that lies off the region, though its box does not.
bool meet_elsewhere(const WorldObject& o, const OwnPair& pair, const Box& region) {
  return std::any_of(pair.begin(), pair.end(), [&](std::uint32_t f) { return !triangle_meets_box(o.triangle(f), region); });
}

// Crosses itself in some places: two waves through each other.
Mesh tangle(Dice& dice) {
  Soup soup;
  for (int part = 0; part < 2; ++part) {
    const Mesh mesh = make_displaced_sphere(1, 0.4, 6, 9, static_cast<std::uint64_t>(dice.integer(1, 100000)));
    Soup one{{mesh.vertices().begin(), mesh.vertices().end()}, {mesh.faces().begin(), mesh.faces().end()}};
    soup.append(one.shifted(dice.point(-0.3, 0.3)));
  }
  return soup.mesh();
}

Mesh random_mesh(Dice& dice) {
  switch (dice.integer(0, 3)) {
    case 0: return random_lattice_soup(dice).mesh();
    case 1: return random_soup(dice, 60, 1).mesh();
    case 2: return tangle(dice);
    default: return make_displaced_sphere(1, 0.3, 8, 12, static_cast<std::uint64_t>(dice.integer(1, 100000)));
  }
}

Pose random_pose(Dice& dice) {
  Pose pose;
  if (dice.chance(0.3)) return pose;
  if (dice.chance(0.7)) pose.rotation = random_rotation(dice);
  const double reach = dice.chance(0.2) ? 1e9 : dice.chance(0.5) ? 1000 : 1;
  pose.position = dice.point(-reach, reach);
  return pose;
}

TEST(OwnMeetings, LikeAllPairsInAnyPlaceAndRegion) {
  Dice dice(77);
  std::size_t meetings = 0, empty = 0;
  const int count = case_count(150, 20000);
  for (int i = 0; i < count; ++i) {
    const Mesh mesh = random_mesh(dice);
    std::optional<ClusterTree> tree;
    if (dice.chance(0.7)) tree.emplace(mesh.vertices(), mesh.faces());
    // Again and again of one mesh, which keeps what it knows.
    for (int k = 0; k < 4; ++k) {
      Scene scene;
      scene.add("mesh", mesh, random_pose(dice));
      const WorldObject object = place(scene.objects()[0], tree ? &*tree : nullptr);
      Control control(nullptr, nullptr);
      const Body body(object, control);
      Box region = object.box;
      if (dice.chance(0.7)) {
        const Vec3 size = region.high - region.low;
        region.low += size.cwiseProduct(dice.point(0, 0.6));
        region.high -= size.cwiseProduct(dice.point(0, 0.4));
      }
      const std::vector<OwnPair> truth = all_meetings(object, region);
      const std::vector<OwnPair> found = own_meetings(body, region);
      if (object.pose.rotation.isIdentity(0)) {
        ASSERT_EQ(found, truth) << "case " << i << ", question " << k;
      } else {
        ASSERT_TRUE(std::includes(truth.begin(), truth.end(), found.begin(), found.end())) << "case " << i;
        for (const OwnPair& p : truth)
          ASSERT_TRUE(std::binary_search(found.begin(), found.end(), p) || meet_elsewhere(object, p, region))
              << "case " << i << ", question " << k;
        // Nobody may notice who asked before.
        const Mesh fresh({mesh.vertices().begin(), mesh.vertices().end()}, {mesh.faces().begin(), mesh.faces().end()});
        Scene other;
        other.add("mesh", fresh, object.pose);
        const WorldObject again = place(other.objects()[0], tree && dice.chance(0.5) ? &*tree : nullptr);
        ASSERT_EQ(own_meetings(Body(again, control), region), found) << "case " << i << ", question " << k;
      }
      std::vector<std::uint32_t> faces;
      for (std::uint32_t f = 0; f < object.faces.size(); f += 2) faces.push_back(f);
      std::vector<OwnPair> among = all_meetings(object, object.box);
      std::erase_if(among, [](const OwnPair& p) { return p[0] % 2 != 0 || p[1] % 2 != 0; });
      ASSERT_EQ(own_meetings(body, faces), among) << "case " << i << ", question " << k;
      meetings += truth.size();
      empty += truth.empty() ? 1 : 0;
    }
  }
  EXPECT_GT(meetings, 10 * static_cast<std::size_t>(count));
  EXPECT_GT(empty, static_cast<std::size_t>(count) / 4);
}

// Where each corner moves by up to a slack, all vertices at its place with it.
std::vector<Vec3> jittered(const WorldObject& o, double slack, Dice& dice) {
  std::vector<Vec3> moved;
  for (const Vec3& v : o.local) moved.push_back(v + dice.point(-0.999 * slack, 0.999 * slack));
  for (std::uint32_t v = 0; v < moved.size(); ++v) moved[v] = moved[o.topology->corner(v)];
  return moved;
}

TEST(SteadyCorners, FacesAroundThemMeetInNothingElseHoweverCornersMove) {
  Dice dice(78);
  std::size_t steady_count = 0;
  const int count = case_count(60, 5000);
  for (int i = 0; i < count; ++i) {
    Scene scene;
    scene.add("mesh", random_mesh(dice));
    const WorldObject o = place(scene.objects()[0]);
    const double slack = std::array{0.0, 1e-12, 1e-3, 0.02}[static_cast<std::size_t>(i) % 4];
    const std::vector<bool> steady = steady_corners(o, slack), simple = simple_corners(o);
    for (std::size_t c = 0; c < steady.size(); ++c) {
      EXPECT_TRUE(simple[c] || !steady[c]) << "case " << i << ", corner " << c;
      steady_count += steady[c] ? 1 : 0;
    }
    const std::vector<Vec3> moved = jittered(o, slack, dice);
    for (std::uint32_t f = 0; f < o.faces.size(); ++f)
      for (std::uint32_t g = f + 1; g < o.faces.size(); ++g) {
        const Face s = o.topology->corners(o.faces[f]), t = o.topology->corners(o.faces[g]);
        const auto in_both = [&](std::uint32_t c) { return steady[c] && std::find(t.begin(), t.end(), c) != t.end(); };
        if (!std::any_of(s.begin(), s.end(), in_both)) continue;
        ASSERT_EQ(self_pair_static(triangle_of(moved, s), s, triangle_of(moved, t), t), Relation::disjoint)
            << "case " << i << ", faces " << f << " and " << g;
      }
  }
  EXPECT_GT(steady_count, 10 * static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace impinge::test
