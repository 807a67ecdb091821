// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The safe part of a repair: each step alone, then all of them on bodies that were whole.

#include <gtest/gtest.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <support/case_count.h>
#include <support/dirty_body.h>
#include <support/soup.h>

namespace impinge::test {
namespace {

double volume_of(const Mesh& mesh) {
  double volume = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 &a = mesh.vertices()[f[0]], &b = mesh.vertices()[f[1]], &c = mesh.vertices()[f[2]];
    volume += a.dot(Vec3(b.y() * c.z() - b.z() * c.y(), b.z() * c.x() - b.x() * c.z(), b.x() * c.y() - b.y() * c.x())) / 6;
  }
  return volume;
}

bool touches_no_coordinate(const Mesh& before, const Mesh& after) {
  const auto less = [](const Vec3& p, const Vec3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  const std::set<Vec3, decltype(less)> places(before.vertices().begin(), before.vertices().end(), less);
  return std::all_of(after.vertices().begin(), after.vertices().end(), [&](const Vec3& p) { return places.contains(p); });
}

TEST(Mend, LeavesACleanMeshAsItIs) {
  const Mesh box = make_box(Vec3(1, 2, 3), 2);
  const Mended mended = mend(box);
  EXPECT_TRUE(mended.steps.nothing_done());
  EXPECT_TRUE(std::equal(box.faces().begin(), box.faces().end(), mended.mesh.faces().begin(), mended.mesh.faces().end()));
}

TEST(Mend, WeldsCornersAtOnePlace) {
  Soup loose;  // every triangle has corners of its own
  const Mesh box = make_box(Vec3(1, 1, 1), 1);
  for (const Face& f : box.faces()) loose.add_triangle(box.vertices()[f[0]], box.vertices()[f[1]], box.vertices()[f[2]]);
  const Mended mended = mend(loose.mesh());
  EXPECT_EQ(mended.steps.welded_vertices, 28u);
  EXPECT_EQ(mended.steps.unused_vertices, 0u);
  EXPECT_EQ(mended.mesh.vertices().size(), 8u);
  EXPECT_TRUE(mended.mesh.report().clean());
}

TEST(Mend, DropsDoubledFacesAndFacesWithoutArea) {
  Soup soup = box_soup({0, 0, 0}, {2, 2, 2}).welded();
  soup.faces.push_back(soup.faces[4]);
  soup.faces.push_back({soup.faces[0][0], soup.faces[0][1], soup.faces[0][1]});
  const Mended mended = mend(soup.mesh());
  EXPECT_EQ(mended.steps.duplicate_faces, 1u);
  EXPECT_EQ(mended.steps.degenerate_faces, 1u);
  EXPECT_EQ(mended.mesh.faces().size(), 12u);
  EXPECT_TRUE(mended.mesh.report().clean());
}

// It cancelled all faces and then complained that none were left.
TEST(Mend, KeepsOneSideOfATwoSidedBody) {
  const Soup front = box_soup({0, 0, 0}, {4, 4, 4}, Split::falling);
  for (const Soup& back : {front, box_soup({0, 0, 0}, {4, 4, 4}, Split::rising), front.refined()})
    for (const bool back_first : {false, true}) {
      Soup soup = back_first ? back.inverted() : front;
      soup.append(back_first ? front : back.inverted());
      const Mended mended = mend(soup.mesh());
      EXPECT_EQ(mended.steps.duplicate_faces, back.faces.size());
      EXPECT_TRUE(mended.mesh.report().clean());
      EXPECT_NEAR(volume_of(mended.mesh), 64, 1e-9);
    }
}

TEST(Mend, TurnsABodyThatIsInsideOutBesideAnother) {
  const Soup part = box_soup({0, 0, 0}, {4, 4, 4});
  Soup soup = part, hollow = part.inverted();
  hollow.append(box_soup({1, 1, 1}, {2, 2, 2}));
  soup.append(hollow.shifted({10, 0, 0}));
  const Mended mended = mend(soup.mesh());
  EXPECT_EQ(mended.steps.turned_faces, hollow.faces.size());
  EXPECT_TRUE(mended.mesh.report().clean());
  EXPECT_NEAR(volume_of(mended.mesh), 64 + 63, 1e-9);
}

// Without it one long edge would meet two short ones, and the mesh would be open.
TEST(Mend, KeepsAFaceWithoutAreaThatClosesTheMesh) {
  Soup soup = tetrahedron_soup({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}).welded();
  const auto at = [&](const Vec3& p) {
    return static_cast<std::uint32_t>(std::find(soup.vertices.begin(), soup.vertices.end(), p) - soup.vertices.begin());
  };
  const std::uint32_t a = at({0, 0, 0}), b = at({4, 0, 0});
  const auto split = std::find_if(soup.faces.begin(), soup.faces.end(), [&](const Face& f) {
    return (f[0] == a && f[1] == b) || (f[1] == a && f[2] == b) || (f[2] == a && f[0] == b);
  });
  const auto middle = static_cast<std::uint32_t>(soup.vertices.size());
  soup.vertices.emplace_back(2, 0, 0);
  Face first = *split, second = *split;
  std::replace(first.begin(), first.end(), b, middle);
  std::replace(second.begin(), second.end(), a, middle);
  *split = first;
  soup.faces.push_back(second);
  soup.faces.push_back({a, b, middle});
  ASSERT_TRUE(soup.mesh().closed());
  const Mended mended = mend(soup.mesh());
  EXPECT_EQ(mended.steps.kept_degenerate_faces, 1u);
  EXPECT_TRUE(mended.mesh.closed());
}

TEST(Mend, FillsAHoleInAPlaneAndLeavesACurvedOne) {
  Soup tray = box_soup({0, 0, 0}, {4, 4, 1}).welded();
  std::erase_if(tray.faces, [&](const Face& f) {
    return std::all_of(f.begin(), f.end(), [&](std::uint32_t v) { return tray.vertices[v].z() == 1; });
  });
  const Mended filled = mend(tray.mesh());
  EXPECT_EQ(filled.steps.filled_holes, 1u);
  EXPECT_EQ(filled.steps.new_faces, 2u);
  EXPECT_TRUE(filled.mesh.report().clean());
  EXPECT_NEAR(volume_of(filled.mesh), 16, 1e-12);

  Soup ball = soup_of(make_icosphere(1, 3));
  ball.faces.resize(ball.faces.size() - 40);
  const Mended left = mend(ball.mesh());
  EXPECT_GE(left.steps.holes_left, 1u);
  EXPECT_FALSE(left.mesh.closed());
}

// The open end of a tube with a wall: two rims in one plane, which two discs would fill one upon the other.
TEST(Mend, LeavesAHoleWithAnIsland) {
  Soup tube = box_soup({-3, -3, 0}, {3, 3, 5}).welded();
  tube.append(box_soup({-1, -1, 0}, {1, 1, 5}).welded().inverted());
  tube = tube.welded();
  std::erase_if(tube.faces, [&](const Face& f) {
    return std::all_of(f.begin(), f.end(), [&](std::uint32_t v) { return tube.vertices[v].z() == 5; });
  });
  const Mended mended = mend(tube.mesh());
  EXPECT_EQ(mended.steps.filled_holes, 0u);
  EXPECT_EQ(mended.steps.holes_left, 2u);
}

TEST(Mend, TurnsABodyThatLooksInwards) {
  const Mesh inverted = soup_of(make_box(Vec3(2, 2, 2), 1)).inverted().mesh();
  EXPECT_NEAR(volume_of(mend(inverted).mesh), 8, 1e-12);
}

TEST(Mend, RefusesAMeshOfNothing) {
  const Mesh flat({Vec3(0, 0, 0), Vec3(1, 0, 0)}, {{0, 1, 1}});
  EXPECT_THROW(mend(flat), Error);
}

// Turned and doubled faces are mended for good; lost ones as far as their holes lie in a plane.
TEST(Mend, BodiesThatWereWhole) {
  Dice dice(73);
  for (int i = 0; i < case_count(60, 1000); ++i) {
    const Mesh whole = random_closed_body(dice);
    const Damage damage = kDamages[i % 5];
    const Mesh body = damaged(whole, damage, dice.real(0.01, 0.3), dice);
    const Mended mended = mend(body);
    ASSERT_TRUE(touches_no_coordinate(body, mended.mesh)) << i;
    EXPECT_EQ(mended.mesh.report().duplicate_faces + mended.mesh.report().inconsistent_edges, 0u) << i;
    if (damage == Damage::lost || damage == Damage::lost_piece) {
      EXPECT_EQ(mended.mesh.closed(), mended.steps.holes_left == 0) << i;
    } else {
      EXPECT_TRUE(mended.mesh.closed()) << i;
      EXPECT_NEAR(volume_of(mended.mesh), std::abs(volume_of(whole)), 1e-9) << i << word_of(damage);
    }
  }
}

}  // namespace
}  // namespace impinge::test
