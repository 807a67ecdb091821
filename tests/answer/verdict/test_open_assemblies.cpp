// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Files that hold more than one body, or a body in pieces, and parts that reach into open ones with little of themselves:
// none of them is falsely clean.

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include <cmath>

#include <support/ask.h>
#include <support/dirty_body.h>

namespace impinge::test {
namespace {

Question as_solids() {
  Question question;
  question.open = OpenBodies::solid;
  return question;
}

Soup floor_at(double half, double z, bool upwards) {
  Soup soup;
  soup.vertices = {Vec3(-half, -half, z), Vec3(half, -half, z), Vec3(half, half, z), Vec3(-half, half, z)};
  soup.faces = upwards ? std::vector<Face>{{0, 1, 2}, {0, 2, 3}} : std::vector<Face>{{0, 2, 1}, {0, 3, 2}};
  return soup;
}

// A cube of edge 2 without a square of its lid.
Soup holed_box(double scale = 1) {
  Soup soup = soup_of(make_box(Vec3(2, 2, 2), 6));
  std::erase_if(soup.faces, [&](const Face& f) {
    const Vec3 middle = (soup.vertices[f[0]] + soup.vertices[f[1]] + soup.vertices[f[2]]) / 3;
    return middle.z() == 1 && std::max(std::abs(middle.x()), std::abs(middle.y())) < 0.4;
  });
  return soup.scaled(scale);
}

void expect_found(const Soup& body, const Mesh& part, const std::string& what) {
  const Mesh mesh = body.mesh();
  for (const bool swapped : {false, true}) {
    const PairAnswer answer = swapped ? ask(part, mesh, as_solids()) : ask(mesh, part, as_solids());
    EXPECT_NE(answer.verdict, Verdict::disjoint) << what;
  }
  Scene scene;
  scene.add("body", mesh);
  scene.add("part", part);
  EXPECT_TRUE(Engine().meet(scene, {0}, {1})) << what;
}

// The floor made a mere sheet of the whole file, and took half of the winding number from the inside of the body.
TEST(OpenAssemblies, AFloorInTheSameFileMadeTheBodyBesideItEncloseNothing) {
  const Mesh part = box_soup({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2}).mesh();
  const Mesh beside = box_soup({2, 2, 0}, {2.4, 2.4, 0.4}).mesh();
  for (const double half : {3.0, 10.0, 1000.0})
    for (const bool upwards : {true, false}) {
      const std::string what = std::to_string(half) + (upwards ? " upwards" : " downwards");
      Soup closed = box_soup({-1, -1, -1}, {1, 1, 1}), open = holed_box(), between = box_soup({-1, -1, -1}, {1, 1, 1});
      closed.append(floor_at(half, -1.125, upwards));
      open.append(floor_at(half, -1.125, upwards));
      between.append(floor_at(half, -1.0625, upwards));
      between.append(floor_at(half, 1.0625, !upwards));
      expect_found(closed, part, "closed, floor " + what);
      expect_found(open, part, "open, floor " + what);
      expect_found(between, part, "between two, floor " + what);
      if (half < 10) continue;
      EXPECT_EQ(ask(closed.mesh(), beside, as_solids()).verdict, Verdict::disjoint) << what;
      EXPECT_EQ(ask(open.mesh(), beside, as_solids()).verdict, Verdict::disjoint) << what;
    }
}

// On the grid of a floor a body shares edges with it.
TEST(OpenAssemblies, ABodyOnTheGridOfAFloor) {
  Soup all = box_soup({0, 0, 0}, {2, 2, 2});
  for (int i = -20; i < 20; i += 2)
    for (int k = -20; k < 20; k += 2) {
      if (i == 0 && k == 0) continue;
      Soup square;
      square.vertices = {Vec3(i, k, 0), Vec3(i + 2, k, 0), Vec3(i + 2, k + 2, 0), Vec3(i, k + 2, 0)};
      square.faces = {{0, 1, 2}, {0, 2, 3}};
      all.append(square);
    }
  expect_found(all, box_soup({0.5, 0.5, 0.5}, {1, 1, 1}).mesh(), "on a grid");
}

// A hall whose walls look inwards cancels what stands in it.
TEST(OpenAssemblies, AMachineInAHallThatLooksInwardsEnclosedNothing) {
  const Mesh part = box_soup({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2}).mesh();
  for (const bool open : {false, true}) {
    Soup machine = open ? holed_box() : box_soup({-1, -1, -1}, {1, 1, 1});
    machine.append(holed_box(5).inverted());
    expect_found(machine, part, open ? "open" : "closed");
  }
}

// Every so many faces of the head were looked at, and the pin has twelve.
TEST(OpenAssemblies, APinOnAHeadOfManyFacesWasPassedOver) {
  Soup tool = soup_of(make_sphere(1, 200, 200)).shifted({0, 0, 3.25});
  tool.append(box_soup({-0.05, -0.05, 2.5}, {0.05, 0.05, 0}).inverted());  // its first corner is the far one
  expect_found(holed_box(), tool.mesh(), "pin");
  EXPECT_EQ(ask(holed_box().mesh(), tool.shifted({0, 0, 1.5}).mesh(), as_solids()).verdict, Verdict::disjoint)
      << "drawn out";
}

// No corner and no edge of the plate is anywhere near the body that it passes through.
TEST(OpenAssemblies, APlateThroughASlotAllAround) {
  Soup soup = soup_of(make_box(Vec3(2, 2, 2), 20));
  std::erase_if(soup.faces, [&](const Face& f) {
    return std::abs(soup.vertices[f[0]].z() + soup.vertices[f[1]].z() + soup.vertices[f[2]].z()) / 3 < 0.08;
  });
  expect_found(soup, box_soup({-30, -40, -0.01}, {40, 30, 0.01}).mesh(), "plate");
}

// Faces that end a hair beside each other had no neighbours to be turned by.
TEST(OpenAssemblies, FacesThatDoNotQuiteMeetWereNotTurnedAlike) {
  Dice dice(190);
  const Mesh whole = make_sphere(1, 12, 16);
  const Soup hurt = soup_of(damaged(whole, Damage::turned_piece, 0.3, dice));
  Soup cracked;
  for (const Face& f : hurt.faces) {
    const auto first = static_cast<std::uint32_t>(cracked.vertices.size());
    for (const std::uint32_t v : f) cracked.vertices.push_back(hurt.vertices[v] + dice.point(-1e-8, 1e-8));
    cracked.faces.push_back({first, first + 1, first + 2});
  }
  const Mesh body = cracked.mesh();
  ASSERT_FALSE(body.closed());
  for (int i = 0; i < 200; ++i) {
    const Vec3 at = dice.point(-0.5, 0.5), size = Vec3::Constant(0.01);
    const PairAnswer answer = ask(body, box_soup(at - size, at + size).mesh(), as_solids());
    EXPECT_EQ(answer.verdict, Verdict::b_in_a) << at.transpose();
    EXPECT_GT(std::abs(answer.winding.value_or(0)), 0.99);
  }
}

}  // namespace
}  // namespace impinge::test
