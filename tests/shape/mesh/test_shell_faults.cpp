// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Shells that cancel each other: the doctor names them, and nothing else for them.

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include <support/dice.h>
#include <support/soup.h>

namespace impinge::test {
namespace {

Soup both(Soup first, const Soup& second) {
  first.append(second);
  return first;
}

TEST(ShellFaults, FacesThatRepeatACornerBelongToNoShell) {
  const Mesh mesh({{0, 0, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, 1, 0}, {1, 1, 0}});
  EXPECT_EQ(mesh.report().back_faces, 0u);
  EXPECT_EQ(mesh.report().degenerate_faces, 3u);
}

// Each face twice, once turned round.
TEST(ShellFaults, TwoSidedExportIsNotCalledClean) {
  for (const Mesh& mesh : {make_box(Vec3(2, 2, 2), 1), make_box(Vec3(2, 3, 4), 5), make_sphere(1, 12, 24)}) {
    const Soup part = soup_of(mesh);
    const MeshReport report = both(part, part.inverted()).mesh().report();
    EXPECT_EQ(report.back_faces, part.faces.size());
    EXPECT_EQ(report.inside_out_shells, 0u);
    EXPECT_TRUE(report.closed);
    EXPECT_FALSE(report.sound());
    EXPECT_FALSE(report.clean());
  }
}

// The two sides have other diagonals, or other faces altogether: no two faces have the same corners.
TEST(ShellFaults, TwoSidedExportWithOtherTrianglesIsNotCalledClean) {
  const Soup front = box_soup({0, 0, 0}, {4, 4, 4}, Split::falling);
  for (const Soup& back : {box_soup({0, 0, 0}, {4, 4, 4}, Split::rising), box_soup({0, 0, 0}, {4, 4, 4}, Split::fan),
                           box_soup({0, 0, 0}, {4, 4, 4}).refined()}) {
    const MeshReport report = both(front, back.inverted()).welded().mesh().report();
    EXPECT_EQ(report.back_faces, back.faces.size());
    EXPECT_FALSE(report.sound());
  }
}

// The back stood out of the front's box by the last digit, and was taken for a body beside it: the file was clean.
TEST(ShellFaults, BackThatStandsOutByRoundingIsNotTakenForABodyInsideOut) {
  const Soup front = soup_of(make_box({10, 10, 10}, 4));
  Soup back = soup_of(make_box(Vec3(10, 10, 10), 3)).inverted();
  for (Vec3& p : back.vertices) p *= 1 + 0x1p-51;
  const MeshReport report = both(front, back).mesh().report();
  EXPECT_EQ(report.back_faces, back.faces.size());
  EXPECT_EQ(report.inside_out_shells, 0u);
  EXPECT_FALSE(report.sound());
}

// Each face was named as the back of another, and the body was taken for hollow all the same: a part in it was clean.
TEST(ShellFaults, BacksInsetByTheRoundingOfFloatsLeaveNothing) {
  const Soup front = soup_of(make_box({10, 10, 10}, 4));
  for (const double inset : {1e-7, 3e-7, 1e-6}) {
    const Soup back = front.scaled(1 - inset / 5).inverted();
    const MeshReport report = both(front, back).mesh().report();
    EXPECT_EQ(report.back_faces, back.faces.size()) << inset;
    EXPECT_FALSE(report.sound()) << inset;
  }
  EXPECT_TRUE(both(front, front.scaled(0.99).inverted()).mesh().report().sound()) << "a wall of that thickness";
}

// As much looks inwards as outwards, but in different places: winding numbers 2 and -2, which are inside.
TEST(ShellFaults, BodiesThatCancelInSumAloneEncloseSomething) {
  const Soup cube = box_soup({0, 0, 0}, {1, 1, 1});
  for (const Vec3& way : {Vec3(1, 1, 1), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(3, 0, 0)}) {
    const Soup other = cube.shifted(way).inverted();
    EXPECT_TRUE(both(both(cube, cube), both(other, other)).mesh().report().sound()) << way.transpose();
    EXPECT_TRUE(both(both(cube, cube), both(other, other)).welded().mesh().report().sound()) << way.transpose();
    EXPECT_TRUE(both(cube, other).welded().mesh().report().sound()) << way.transpose();
  }
}

// So far away that floats would round the whole body to a point: all of it was taken for wall, and a touching pair was
// undecided.
TEST(ShellFaults, BodiesFarAwayAreNotAllWall) {
  const Soup cube = box_soup({0, 0, 0}, {1, 1, 1});
  for (const double far : {0x1p20, 0x1p30, 0x1p41})
    for (const Vec3& way : {Vec3(1, 1, 1), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(3, 0, 0)}) {
      const Soup other = cube.shifted(way).inverted();
      const Soup body = both(both(cube, cube), both(other, other)).shifted({far, -far, far});
      EXPECT_TRUE(body.mesh().report().sound()) << far << ": " << way.transpose();
      EXPECT_TRUE(body.welded().mesh().report().sound()) << far << ": " << way.transpose();
    }
}

TEST(ShellFaults, TwoSidedBodyWithAHoleIsNotCalledClean) {
  const Soup part = soup_of(make_sphere(1, 12, 24)).without(7);
  const MeshReport report = both(part, part.inverted()).mesh().report();
  EXPECT_EQ(report.back_faces, part.faces.size());
}

// Half of the front was lost: the back is the body then.
TEST(ShellFaults, BackIsKeptWhereTheFrontIsInPieces) {
  const Soup part = soup_of(make_sphere(1, 12, 24));
  Soup front = part;
  front.faces.resize(front.faces.size() / 2);
  const Mesh mesh = both(front, part.inverted()).mesh();
  EXPECT_EQ(mesh.report().back_faces, front.faces.size());
  EXPECT_EQ(mesh.report().inside_out_shells, 1u);
  EXPECT_EQ(mend(mesh).mesh.faces().size(), part.faces.size());
}

// Other diagonals on squares that rounding to floats has bent: no face lies on another to the last bit.
TEST(ShellFaults, TwoSidedExportInFloatsIsNotTakenForTwoBodies) {
  const Soup front = soup_of(make_sphere(5, 16, 32));
  Soup back = front;
  for (std::size_t f = 0; f + 1 < back.faces.size(); ++f) {
    Face &one = back.faces[f], &two = back.faces[f + 1];
    const bool square = one[0] == two[0] && one[2] == two[1];  // cut along its first diagonal
    if (!square || back.vertices[one[0]].head<2>().norm() < 0.1) continue;
    const std::uint32_t p = one[0], q = one[1], r = one[2], s = two[2];
    one = {p, q, s};
    two = {q, r, s};
    ++f;
  }
  ASSERT_NE(front.faces, back.faces);
  Soup all = both(front, back.inverted());
  for (Vec3& v : all.vertices) v = v.unaryExpr([](double x) { return static_cast<double>(static_cast<float>(x)); });
  EXPECT_EQ(all.mesh().report().back_faces, front.faces.size());
  EXPECT_EQ(all.mesh().report().inside_out_shells, 0u);
}

TEST(ShellFaults, BodyInsideOutBesideAnotherIsNamed) {
  const Soup right = box_soup({0, 0, 0}, {4, 4, 4});
  for (const Vec3& at : {Vec3(2, 1, 1), Vec3(9, 0, 0), Vec3(-3, 0, 0)}) {
    const Mesh mesh = both(right, right.shifted(at).inverted()).mesh();
    EXPECT_EQ(mesh.report().inside_out_shells, 1u);
    EXPECT_EQ(mesh.report().first_inside_out_face, right.faces.size());
    EXPECT_TRUE(mesh.report().sound());  // exact numbers are defined, and stay
    EXPECT_FALSE(mesh.report().clean());
  }
}

// What is no fault: cavities, bodies in cavities, bodies all of whose shells look inwards, walls within a solid.
TEST(ShellFaults, CavitiesAndInvertedBodiesAreNone) {
  const Soup outer = box_soup({0, 0, 0}, {9, 9, 9}), hollow = both(outer, box_soup({2, 2, 2}, {7, 7, 7}).inverted());
  const Soup island = both(hollow, box_soup({3, 3, 3}, {4, 4, 4}));
  Soup wall = outer;
  wall.add_triangle({0, 0, 0}, {9, 0, 0}, {9, 9, 9});
  wall.add_triangle({0, 0, 0}, {9, 9, 9}, {9, 0, 0});
  const Soup apart = both(outer, outer.shifted({20, 0, 0}));
  for (const Soup& soup : {outer, hollow, island, wall, apart, both(outer, outer)}) {
    EXPECT_TRUE(soup.mesh().report().sound());
    EXPECT_TRUE(soup.welded().mesh().report().sound());
    EXPECT_TRUE(soup.inverted().mesh().report().sound());
  }
}

// A sheet with two sides encloses nothing, whatever is done to it.
TEST(ShellFaults, SheetWithTwoSidesIsNone) {
  Soup sheet;
  Dice dice(3);
  sheet.add_quad({0, 0, 0}, {4, 0, 0}, {4, 4, 1}, {0, 4, 1}, Split::falling, dice);
  EXPECT_TRUE(both(sheet, sheet.inverted()).mesh().report().sound());
}

}  // namespace
}  // namespace impinge::test
