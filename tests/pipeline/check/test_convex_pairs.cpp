// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// polar_newton in the pipeline gives the answers that the faces give.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>

#include <cmath>
#include <numbers>

namespace impinge::test {
namespace {

Mesh mesh_of(const ConvexBody& body) {
  return Mesh({body.vertices().begin(), body.vertices().end()}, {body.faces().begin(), body.faces().end()});
}

Scene crowd(Dice& dice, int n, double room) {
  std::vector<Mesh> shapes = {make_box(Vec3(1, 1, 1)), make_icosphere(0.6, 1),
                              mesh_of(ConvexBody::from_points(ellipsoid_points(dice, 40, Vec3(0.8, 0.4, 0.2))))};
  Scene scene;
  for (int i = 0; i < n; ++i) {
    Pose pose;
    if (dice.chance(0.7)) pose.rotation = random_rotation(dice);
    pose.position = dice.chance(0.3) ? Vec3(dice.grid_point(-3, 3)) : dice.point(-room, room);
    scene.add("o", shapes[static_cast<std::size_t>(dice.integer(0, 2))], pose);
  }
  return scene;
}

TEST(ConvexPairs, VerdictsAreThoseOfTheFaces) {
  Dice dice(41);
  for (int round = 0; round < case_count(10, 500); ++round) {
    const Scene scene = crowd(dice, 60, 3);
    Engine engine;
    if (round % 2 == 1)
      for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
    const CheckResult faces = engine.check(scene, {.method = Method::face_octree});
    for (const Method method : {Method::automatic, Method::polar_newton}) {
      const CheckResult all = engine.check(scene, {.method = method}),
                        bare = engine.check(scene, {.method = method, .face_pairs = false});
      EXPECT_EQ(all.stats.methods.at(0), "polar_newton");
      ASSERT_EQ(all.pairs.size(), faces.pairs.size());
      ASSERT_EQ(bare.pairs.size(), faces.pairs.size());
      for (std::size_t i = 0; i < faces.pairs.size(); ++i) {
        EXPECT_EQ(all.pairs[i].verdict, faces.pairs[i].verdict);
        EXPECT_EQ(all.pairs[i].face_pairs, faces.pairs[i].face_pairs);
        EXPECT_EQ(bare.pairs[i].verdict, faces.pairs[i].verdict);
        EXPECT_EQ(bare.pairs[i].face_pair_count, 0u);
        EXPECT_TRUE(bare.pairs[i].witness.has_value());
        EXPECT_TRUE(engine.meet(scene, faces.pairs[i].a, faces.pairs[i].b));
      }
    }
  }
}

// Two cones, base to base, of n strips.
Mesh double_cone(int n, double radius) {
  std::vector<Vec3> vertices{{0, 0, 0}, {0, 0, 2}};
  std::vector<Face> faces;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 1);
    const auto here = static_cast<std::uint32_t>(2 + i), next = static_cast<std::uint32_t>(2 + (i + 1) % n);
    faces.push_back({0, next, here});
    faces.push_back({1, here, next});
  }
  return Mesh(std::move(vertices), std::move(faces));
}

// Planes of thin strips are known badly: a tip on the surface must not count as outside.
TEST(ConvexPairs, ThinConesWithCommonTipsLieInEachOther) {
  for (const int n : {100, 200, 256, 300}) {
    Scene scene;
    scene.add("outer", double_cone(n, 1));
    scene.add("inner", double_cone(n, 0.99));
    for (const bool face_pairs : {false, true}) {
      const CheckResult result = Engine().check(scene, {.face_pairs = face_pairs});
      ASSERT_EQ(result.pairs.size(), 1u);
      EXPECT_EQ(result.pairs[0].verdict, Verdict::b_in_a) << n << " strips";
    }
  }
}

TEST(ConvexPairs, DistancesStay) {
  Dice dice(42);
  const Scene scene = crowd(dice, 12, 4);
  const Engine engine;
  const double all = std::numeric_limits<double>::infinity();
  const CheckResult x = engine.check(scene, {.method = Method::face_octree, .clearance = all}),
                    y = engine.check(scene, {.method = Method::polar_newton, .clearance = all});
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  for (std::size_t i = 0; i < x.pairs.size(); ++i) {
    EXPECT_EQ(x.pairs[i].verdict, y.pairs[i].verdict);
    EXPECT_EQ(x.pairs[i].distance, y.pairs[i].distance);
  }
}

TEST(ConvexPairs, RefusesOthersByName) {
  Scene scene;
  scene.add("ring", make_torus(2, 0.5, 12, 8));
  scene.add("box", make_box(Vec3(1, 1, 1)));
  try {
    Engine().check(scene, {.method = Method::polar_newton});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("object 'ring'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("edge"), std::string::npos);
  }
  EXPECT_NO_THROW(Engine().check(scene));
}

}  // namespace
}  // namespace impinge::test
