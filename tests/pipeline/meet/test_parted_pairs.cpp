// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// An engine that remembers how far apart bodies were answers what one without any memory does, at every step of a walk.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/soup.h>

#include <cmath>
#include <thread>

namespace impinge::test {
namespace {

constexpr int kOften = 100;  // questions after which a distance is remembered

bool judged(const Scene& scene) { return !Engine().check(scene).pairs.empty(); }

// Two rough bodies whose boxes overlap, `apart` from each other, that an engine has prepared.
struct Rough {
  explicit Rough(std::uint64_t seed, double apart = 0.02) {
    for (int i = 0; i < 2; ++i) {
      const Mesh mesh = make_displaced_sphere(1, 0.2, 12, 18, seed + static_cast<std::uint64_t>(i));
      engine.prepare(mesh);
      scene.add(i == 0 ? "a" : "b", mesh, Pose::from_quaternion({i * 3.0, 0, 0}, {0, 0, 0, 1}));
    }
    for (int i = 0; i < 20; ++i) {
      Pose closer = scene.object({1}).pose;
      closer.position.x() -= nearest().distance.value() - apart;
      scene.set_pose({1}, closer);
    }
  }
  bool meet() const { return engine.meet(scene, {0}, {1}); }

  PairAnswer nearest() const {
    CheckOptions options;
    options.clearance = INFINITY;
    return Engine().check(scene, options).pairs.at(0);
  }

  Engine engine;
  Scene scene;
};

// A little turn, which leaves the matrix a rotation only nearly, and a step.
Pose moved(const Pose& pose, Dice& dice, double step) {
  const Vec3 turn = dice.point(-step, step);
  Eigen::Matrix3d spin;
  spin << 1, -turn.z(), turn.y(), turn.z(), 1, -turn.x(), -turn.y(), turn.x(), 1;
  Pose next = pose;
  next.rotation = spin * pose.rotation;
  next.position += dice.point(-step, step);
  return next;
}

TEST(PartedPairs, WalksAgreeWithAnEngineWithoutMemory) {
  Dice dice(91);
  int met = 0, parted = 0;
  for (int i = 0; i < case_count(60, 2000); ++i) {
    Rough rough(static_cast<std::uint64_t>(2 * i));
    for (int stage = 0; stage < 8; ++stage) {
      const double step = std::pow(10, dice.real(-6, -2));
      for (int k = 0; k < kOften / 2; ++k) {
        for (const ObjectId id : {ObjectId{0}, ObjectId{1}})
          if (dice.chance(0.5)) rough.scene.set_pose(id, moved(rough.scene.object(id).pose, dice, step));
        const bool truth = judged(rough.scene);
        ASSERT_EQ(rough.meet(), truth) << "walk " << i << " stage " << stage;
        ++(truth ? met : parted);
      }
    }
  }
  EXPECT_GT(met, 20 / static_cast<int>(kSlowness));
  EXPECT_GT(parted, 200 / static_cast<int>(kSlowness));
}

TEST(PartedPairs, SeesBodiesThatMoveByTheirDistance) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rough rough(seed);
    const PairAnswer near = rough.nearest();
    ASSERT_TRUE(near.witness && near.distance.value() > 0.01);
    const Vec3 way = near.witness->a_point - near.witness->b_point;
    const Pose stand = rough.scene.object({1}).pose;
    for (int k = 0; k < kOften; ++k) ASSERT_FALSE(rough.meet());
    for (const double share : {0.5, 1 - 1e-6, 1 + 1e-6, 0.9, 1.5}) {
      Pose next = stand;
      next.position += way * share;
      rough.scene.set_pose({1}, next);
      EXPECT_EQ(rough.meet(), share > 1) << share;
    }
    // Both the same way: nothing changes between them.
    rough.scene.set_pose({0}, Pose::from_quaternion(way * 1.5, {0, 0, 0, 1}));
    EXPECT_FALSE(rough.meet());
  }
}

// A ridge along x, and something behind it so that the body is not convex.
Mesh ridge(double up, double turn) {
  Soup soup;
  const auto tetrahedron = [&](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    for (const std::array<Vec3, 3>& t : {std::array{a, c, b}, std::array{a, b, d}, std::array{a, d, c}, std::array{b, c, d}})
      up > 0 ? soup.add_triangle(t[0], t[1], t[2]) : soup.add_triangle(t[0], t[2], t[1]);
  };
  tetrahedron({-1, -turn, 0}, {1, turn, 0}, {0, 0.4, up}, {0, -0.4, up});
  tetrahedron({0, 0, 1.2 * up}, {0.1, 0, 1.2 * up}, {0, 0.1, 1.2 * up}, {0, 0, 1.3 * up});
  return soup.mesh();
}

// Points on edges that are nearly parallel are ill-determined; how far apart the edges are is not.
TEST(PartedPairs, RidgesNearlyParallel) {
  Dice dice(92);
  for (int i = 0; i < case_count(150, 5000); ++i) {
    const double turn = std::pow(10, dice.real(-8.5, -7)), gap = std::pow(10, dice.real(-10.5, -9));
    const Mesh below = ridge(-1, 0), above = ridge(1, turn);
    Engine engine;
    engine.prepare(below);
    engine.prepare(above);
    Scene scene;
    const Pose stand = Pose::from_quaternion({0, 0, 0}, dice.quaternion());
    Pose over = stand;
    const auto at = [&](double height) { return Vec3(stand.rotation * Vec3(dice.real(-0.3, 0.3), 0, height)); };
    over.position = at(gap);
    scene.add("below", below, stand);
    scene.add("above", above, over);
    if (judged(scene)) continue;
    CheckOptions options;
    options.clearance = 1.5 * gap;
    EXPECT_EQ(engine.check(scene, options).pairs.size(), 1) << i;
    EXPECT_EQ(Engine().check(scene, options).pairs.size(), 1) << i;
    for (int k = 0; k < kOften; ++k) ASSERT_FALSE(engine.meet(scene, {0}, {1}));
    for (const double share : {0.5, -0.1, -0.5, -2.0}) {
      over.position = at(share * gap);
      scene.set_pose({1}, over);
      EXPECT_EQ(engine.meet(scene, {0}, {1}), judged(scene)) << i << ", " << share;
    }
  }
}

// A pose may be any matrix, also one whose squares are 0.
TEST(PartedPairs, HugeShapesUnderTinyMatrices) {
  for (const double tiny : {1e-100, 1e-160, 1e-165, 1e-180}) {
    const double huge = std::min(1 / tiny, 1e130);
    Rough rough(1);
    Scene scene;
    Engine engine;
    for (const SceneObject& o : rough.scene.objects()) {
      std::vector<Vec3> vertices(o.mesh.vertices().begin(), o.mesh.vertices().end());
      for (Vec3& v : vertices) v *= huge;
      const Mesh mesh(std::move(vertices), {o.mesh.faces().begin(), o.mesh.faces().end()});
      engine.prepare(mesh);
      Pose pose = o.pose;
      pose.rotation *= tiny;
      pose.position *= huge * tiny;
      scene.add(o.name, mesh, pose);
    }
    for (int k = 0; k < kOften; ++k) ASSERT_FALSE(engine.meet(scene, {0}, {1}));
    Pose grown = scene.object({1}).pose;
    grown.rotation *= 1.1;
    scene.set_pose({1}, grown);
    EXPECT_TRUE(Engine().meet(scene, {0}, {1}));
    EXPECT_TRUE(engine.meet(scene, {0}, {1})) << tiny;
  }
}

TEST(PartedPairs, OtherShapesInTheSamePlaceAreOthers) {
  Rough rough(3);
  const SceneObject a = rough.scene.object({0}), b = rough.scene.object({1});
  std::vector<Vec3> grown(b.mesh.vertices().begin(), b.mesh.vertices().end());
  for (Vec3& v : grown) v *= 1.1;
  const Mesh larger(grown, {b.mesh.faces().begin(), b.mesh.faces().end()});
  for (int i = 0; i < 6; ++i) {
    const Mesh& mesh = i % 2 == 0 ? b.mesh : larger;
    rough.engine.prepare(mesh);
    rough.scene = {};
    rough.scene.add("a", a.mesh, a.pose);
    rough.scene.add("b", mesh, b.pose);
    for (int k = 0; k < kOften; ++k) ASSERT_EQ(rough.meet(), i % 2 == 1);
    rough.engine.forget(mesh);
  }
}

TEST(PartedPairs, ManyThreadsAskAtOnce) {
  const Rough rough(7);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 2 * kOften; ++k) EXPECT_FALSE(rough.meet());
    });
  for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace impinge::test
