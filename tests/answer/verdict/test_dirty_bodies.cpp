// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Open and dirty bodies are never falsely clean: what lies inside the whole body is found in what is left of it.

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/shapes.h>

#include <cmath>
#include <iostream>
#include <map>

#include <support/ask.h>
#include <support/case_count.h>
#include <support/dirty_body.h>

#include "base/box.h"

namespace impinge::test {
namespace {

Question as_solids() {
  Question question;
  question.open = OpenBodies::solid;
  return question;
}

enum class Where { inside, outside, across };

// A small tetrahedron, and where all of its corners lie with respect to the whole body.
struct Probe {
  Mesh mesh;
  Where where;
};

Probe random_probe(const Mesh& whole, const Box& box, bool aimed, Dice& dice) {
  const double size = (box.high - box.low).norm() * dice.real(0.005, 0.1);
  const auto place = [&](double low, double high) {
    return Vec3(box.low + (box.high - box.low).cwiseProduct(dice.point(low, high)));
  };
  Vec3 middle = place(-0.4, 1.4);
  for (int i = 0; aimed && i < 20 && std::abs(summed_winding(whole, middle)) < 0.8; ++i) middle = place(0, 1);
  const auto corner = [&] { return Vec3(middle + dice.point(-size, size)); };
  Mesh mesh = tetrahedron_soup(corner(), corner(), corner(), corner()).mesh();
  bool inside = true, outside = true;
  for (const Vec3& p : mesh.vertices()) {
    const double w = std::abs(summed_winding(whole, p));
    inside = inside && w > 0.8;
    outside = outside && w < 0.2;
  }
  return {std::move(mesh), inside ? Where::inside : outside ? Where::outside : Where::across};
}

Box box_around(const Mesh& mesh) {
  Box box;
  for (const Vec3& p : mesh.vertices()) box.add(p);
  return box;
}

struct Tally {
  int clean = 0, likely = 0, undecided = 0, crossing = 0, touching = 0;
  int all() const { return clean + likely + undecided + crossing + touching; }
  void add(const PairAnswer& answer) {
    if (answer.verdict == Verdict::disjoint)
      ++clean;
    else if (answer.verdict == Verdict::undecided)
      ++undecided;
    else if (answer.certainty == Certainty::likely)
      ++likely;
    else
      ++(answer.verdict == Verdict::touching ? touching : crossing);
  }
  void print(const std::string& what) const {
    std::cout << what << ": " << all() << " probes, " << clean << " clean, " << likely << " likely, " << undecided
              << " undecided (" << 100 * undecided / std::max(all(), 1) << " %), " << crossing << " crossing\n";
  }
};

// 1,000 bodies in the full count, each with 1 to 30 % of its faces damaged.
TEST(DirtyBodies, NoCleanAnswerForAProbeInsideTheWholeBody) {
  Dice dice(72);
  std::map<Damage, std::map<Where, Tally>> tallies;
  const Engine engine;
  for (int i = 0; i < case_count(60, 1000); ++i) {
    const Mesh whole = random_closed_body(dice);
    const Damage damage = kDamages[i % 5];
    const double share = dice.real(0.01, 0.3);
    const Mesh body = damaged(whole, damage, share, dice);
    if (body.closed()) continue;
    const Box box = box_around(whole);
    for (int k = 0; k < 12; ++k) {
      const Probe probe = random_probe(whole, box, k % 2 == 0, dice);
      Question question = as_solids();
      question.a_pose = question.b_pose = Pose::from_quaternion(dice.point(-3, 3), dice.quaternion());
      const bool swapped = dice.chance(0.5);
      const PairAnswer answer = swapped ? ask(probe.mesh, body, question) : ask(body, probe.mesh, question);
      tallies[damage][probe.where].add(answer);
      const std::string message = std::string("case ") + std::to_string(i) + ", probe " + std::to_string(k) + ", " +
                                  std::to_string(share) + " " + word_of(damage) + " of " + whole.origin();
      if (probe.where == Where::inside) {
        EXPECT_NE(answer.verdict, Verdict::disjoint) << message;
      }
      if (probe.where == Where::outside) {
        EXPECT_FALSE(answer.certainty == Certainty::likely && answer.verdict != Verdict::touching) << message;
      }
      Scene scene;
      scene.add("body", body, question.a_pose);
      scene.add("probe", probe.mesh, question.a_pose);
      EXPECT_EQ(engine.meet(scene, {0}, {1}), answer.verdict != Verdict::disjoint) << message;
    }
  }
  for (auto& [damage, by_place] : tallies) {
    by_place[Where::inside].print(std::string(word_of(damage)) + ", inside");
    by_place[Where::outside].print(std::string(word_of(damage)) + ", outside");
    by_place[Where::across].print(std::string(word_of(damage)) + ", across");
  }
}

TEST(DirtyBodies, PartInACubeThatLacksAFace) {
  const Mesh cube = soup_of(make_box(Vec3(10, 10, 10), 3)).without(5).mesh();
  const Mesh part = box_soup({-1, -1, -1}, {1, 1, 1}).mesh();
  const PairAnswer answer = ask(part, cube, as_solids());
  EXPECT_EQ(answer.verdict, Verdict::a_in_b);
  EXPECT_EQ(answer.certainty, Certainty::likely);
  ASSERT_TRUE(answer.winding.has_value());
  EXPECT_GT(*answer.winding, 0.9);
  EXPECT_EQ(ask(part, cube).verdict, Verdict::disjoint) << "surfaces alone";
  EXPECT_EQ(ask(part, cube, {.b_pose = Pose{.position = Vec3(30, 0, 0)}, .open = OpenBodies::solid}).verdict,
            Verdict::disjoint);
}

TEST(DirtyBodies, PartInACubeWithOneFaceTurned) {
  Soup shell = box_soup({0, 0, 0}, {8, 8, 8});
  std::swap(shell.faces[3][1], shell.faces[3][2]);
  const Mesh cube = shell.mesh(), part = box_soup({2, 2, 2}, {3, 3, 3}).mesh();
  EXPECT_TRUE(cube.report().mixed_orientation());
  EXPECT_EQ(cube.report().open_edges, 0u);
  const PairAnswer answer = ask(cube, part, as_solids());
  EXPECT_EQ(answer.verdict, Verdict::b_in_a);
  EXPECT_EQ(answer.certainty, Certainty::likely);
  EXPECT_NEAR(std::abs(answer.winding.value_or(0)), 1, 1e-9);
}

// A part that touches the wall from inside lies inside all the same; one that touches it from outside merely touches.
TEST(DirtyBodies, TouchingTheWallFromInside) {
  Soup shell = soup_of(make_box(Vec3(8, 8, 8), 4));
  const Mesh cube = shell.without(0).mesh();
  const Mesh inside = box_soup({3, 0, 0}, {4, 1, 1}).mesh(), outside = box_soup({4, 0, 0}, {5, 1, 1}).mesh();
  EXPECT_EQ(ask(cube, inside, as_solids()).verdict, Verdict::b_in_a);
  EXPECT_EQ(ask(cube, outside, as_solids()).verdict, Verdict::touching);
}

// Some components inside, some outside: the solids overlap, and neither contains the other.
TEST(DirtyBodies, OneOfTwoComponentsInside) {
  const Mesh cube = soup_of(make_box(Vec3(8, 8, 8), 4)).without(0).mesh();
  Soup parts = box_soup({0, 0, 0}, {1, 1, 1});
  parts.append(box_soup({40, 0, 0}, {41, 1, 1}));
  const PairAnswer answer = ask(cube, parts.mesh(), as_solids());
  EXPECT_EQ(answer.verdict, Verdict::crossing);
  EXPECT_EQ(answer.certainty, Certainty::likely);
}

// Only its outermost corners were asked about.
TEST(DirtyBodies, ARodThroughHolesIsNotClean) {
  Soup holed = soup_of(make_box({10, 10, 10}, 10));
  std::erase_if(holed.faces, [&](const Face& f) {
    const Vec3 middle = (holed.vertices[f[0]] + holed.vertices[f[1]] + holed.vertices[f[2]]) / 3;
    return std::abs(middle.z()) == 5 && std::max(std::abs(middle.x()), std::abs(middle.y())) < 2;
  });
  const Mesh cube = holed.mesh();
  const Mesh through = box_soup({-0.5, -0.5, -30}, {0.5, 0.5, 30}).mesh(),
             into = box_soup({-0.5, -0.5, 0}, {0.5, 0.5, 30}).mesh();
  EXPECT_NE(ask(cube, through, as_solids()).verdict, Verdict::disjoint);
  EXPECT_NE(ask(cube, into, as_solids()).verdict, Verdict::disjoint);
  const Mesh beside = box_soup({6, -0.5, -30}, {7, 0.5, 30}).mesh();
  EXPECT_EQ(ask(cube, beside, as_solids()).verdict, Verdict::disjoint);
}

TEST(DirtyBodies, HalfABallDoesNotTell) {
  Soup half = soup_of(make_icosphere(1, 3));
  std::erase_if(half.faces, [&](const Face& f) {
    return half.vertices[f[0]].z() + half.vertices[f[1]].z() + half.vertices[f[2]].z() > 0;
  });
  const Mesh bowl = half.mesh(), part = box_soup({-0.1, -0.1, 0.2}, {0.1, 0.1, 0.3}).mesh();
  const PairAnswer answer = ask(bowl, part, as_solids());
  EXPECT_EQ(answer.verdict, Verdict::undecided);
  EXPECT_EQ(answer.certainty, Certainty::undecided);
  EXPECT_TRUE(answer.winding && *answer.winding > 0.2 && *answer.winding < 0.8);
}

// However near a body comes to a floor, which lacks more than it has: a floor encloses nothing.
TEST(DirtyBodies, AFloorIsNoBody) {
  const Mesh floor({Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(9, 9, 0), Vec3(-9, 9, 0)}, {{0, 1, 2}, {0, 2, 3}});
  const Mesh hills = make_noise_field(10, 0.5, 16);
  const Mesh part = box_soup({-1, -1, 0.5}, {1, 1, 2}).mesh();
  EXPECT_EQ(ask(floor, part, as_solids()).verdict, Verdict::disjoint);
  EXPECT_EQ(ask(hills, part, {.b_pose = Pose{.position = Vec3(0, 0, 0.5)}, .open = OpenBodies::solid}).verdict,
            Verdict::disjoint);
}

}  // namespace
}  // namespace impinge::test
