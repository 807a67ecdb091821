// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Prepared shapes change the time of an answer and nothing else: the same scenes asked with and without, under any pose,
// while bodies deform, from several threads.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <thread>

namespace impinge::test {
namespace {

Mesh random_shape(Dice& dice) {
  if (dice.chance(0.2)) return make_box({1, 1, 1}, dice.integer(1, 3));
  if (dice.chance(0.2)) return make_torus(1, 0.4, 16, 9);
  return make_displaced_sphere(1, 0.3, dice.integer(4, 20), dice.integer(4, 20), dice.bits() % 50);
}

Pose random_pose(Dice& dice) {
  return Pose::from_quaternion(dice.point(-2, 2), dice.chance(0.3) ? std::array<double, 4>{0, 0, 0, 1} : dice.quaternion());
}

CheckResult by_octree(const Scene& scene, CheckOptions options) {
  options.method = Method::face_octree;
  return Engine().check(scene, options);
}

TEST(Prepared, AnswersAreThoseOfUnpreparedShapes) {
  Dice dice(61);
  for (int i = 0; i < case_count(60, 1500); ++i) {
    const Mesh a = random_shape(dice), b = random_shape(dice);
    Engine engine;
    engine.prepare(a);
    engine.prepare(b);
    Scene scene;
    const ObjectId x = scene.add("a", a, random_pose(dice)), y = scene.add("b", b, random_pose(dice));
    CheckOptions options;
    if (dice.chance(0.5)) options.clearance = dice.chance(0.5) ? INFINITY : dice.real(0, 0.5);
    const CheckResult prepared = engine.check(scene, options), plain = by_octree(scene, options);
    ASSERT_EQ(answer_hash(prepared), answer_hash(plain)) << "case " << i;
    options.clearance.reset();
    ASSERT_EQ(engine.meet(scene, x, y), !engine.check(scene, options).pairs.empty()) << "case " << i;
    ASSERT_EQ(Engine().meet(scene, x, y), engine.meet(scene, y, x)) << "case " << i;
  }
}

TEST(Prepared, SomeObjectsPreparedAndSomeNot) {
  Dice dice(62);
  for (int i = 0; i < case_count(10, 200); ++i) {
    Engine engine;
    Scene scene;
    for (int k = 0; k < 6; ++k) {
      const Mesh mesh = random_shape(dice);
      if (k % 2 == 0) engine.prepare(mesh);
      scene.add("body", mesh, random_pose(dice));
    }
    ASSERT_EQ(answer_hash(engine.check(scene)), answer_hash(by_octree(scene, {}))) << "case " << i;
  }
}

TEST(Prepared, StatisticsSayWhatWasChosen) {
  const Mesh ball = make_icosphere(1, 3);
  Pose right;
  right.position = {1, 0, 0};
  Engine engine;
  Scene scene;
  scene.add("left", ball);
  scene.add("right", ball, right);
  EXPECT_EQ(engine.check(scene).stats.methods, (Words{"slice_map"}));
  engine.prepare(ball);
  EXPECT_EQ(engine.check(scene).stats.methods, (Words{"cluster_tree"}));
  scene.add("box", make_box({1, 1, 1}));
  EXPECT_EQ(engine.check(scene).stats.methods, (Words{"cluster_tree", "slice_map"}));
  engine.forget(ball);
  EXPECT_EQ(engine.check(scene).stats.methods, (Words{"slice_map"}));
}

// Deformed bodies are refitted where most of them lies in the region, and read once elsewhere; both ways agree.
TEST(Prepared, DeformingBodies) {
  Dice dice(63);
  const Mesh ball = make_icosphere(1, 3);
  Engine engine;
  engine.prepare(ball);
  Scene scene;
  const ObjectId a = scene.add("a", ball), b = scene.add("b", ball);
  bool refitted = false;
  for (int i = 0; i < case_count(30, 300); ++i) {
    std::vector<Vec3> va(ball.vertices().begin(), ball.vertices().end()), vb = va;
    for (Vec3& p : va) p *= 1 + 0.2 * std::sin(3 * p.x() + i);
    for (Vec3& p : vb) p *= 1 + 0.2 * std::cos(4 * p.y() + i);
    scene.set_vertices(a, va);
    if (i % 3 != 0) scene.set_vertices(b, vb);
    Pose pose;
    pose.position = dice.point(-1, 1) * (i % 2 == 0 ? 0.2 : 1.5);
    scene.set_pose(b, pose);
    const CheckResult result = engine.check(scene);
    for (const StageStats& s : result.stats.stages) refitted = refitted || s.name == "refit";
    ASSERT_EQ(answer_hash(result), answer_hash(by_octree(scene, {}))) << "step " << i;
    CheckOptions forced;
    forced.method = Method::cluster_tree;
    ASSERT_EQ(answer_hash(engine.check(scene, forced)), answer_hash(result)) << "step " << i;
    scene.set_vertices(b, {});
  }
  EXPECT_TRUE(refitted);
}

// Two shapes over one face array, and two over one vertex array.
TEST(Prepared, ShapesThatShareAnArray) {
  const Mesh ball = make_icosphere(1, 2);
  std::vector<Vec3> doubled(ball.vertices().begin(), ball.vertices().end());
  for (Vec3& p : doubled) p *= 2;
  const Mesh large = Mesh::borrow(doubled, ball.faces()), half = Mesh::borrow(ball.vertices(), ball.faces().first(100));
  Pose pose;
  pose.position = {2.5, 0, 0};
  for (const Mesh& other : {large, half}) {
    Engine engine;
    engine.prepare(ball);
    Scene scene;
    scene.add("ball", ball, pose);
    scene.add("other", other);
    EXPECT_EQ(answer_hash(engine.check(scene)), answer_hash(by_octree(scene, {})));
    engine.prepare(other);
    EXPECT_EQ(answer_hash(engine.check(scene)), answer_hash(by_octree(scene, {})));
  }
}

// Two shapes as one body, which so overlaps itself, has a cavity, or walls in the same place twice.
Mesh concatenate(const Mesh& a, const Mesh& b, const Vec3& offset, bool inside_out) {
  std::vector<Vec3> vertices(a.vertices().begin(), a.vertices().end());
  std::vector<Face> faces(a.faces().begin(), a.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  for (const Vec3& p : b.vertices()) vertices.push_back(p + offset);
  for (const Face& f : b.faces()) {
    const Face g{f[0] + first, f[1] + first, f[2] + first};
    faces.push_back(inside_out ? Face{g[0], g[2], g[1]} : g);
  }
  return Mesh(std::move(vertices), std::move(faces));
}

Mesh tangled_shape(Dice& dice) {
  const Mesh a = random_shape(dice);
  if (dice.chance(0.3)) return a;
  if (dice.chance(0.2)) return concatenate(a, a, {0, 0, 0}, dice.chance(0.5));
  if (dice.chance(0.3)) return concatenate(a, make_box({0.2, 0.2, 0.2}), dice.point(-0.3, 0.3), true);
  return concatenate(a, random_shape(dice), dice.point(-1, 1), dice.chance(0.2));
}

TEST(Prepared, VerdictsAloneAreThoseOfWholeAnswers) {
  Dice dice(66);
  for (int i = 0; i < case_count(60, 4000); ++i) {
    const Mesh a = tangled_shape(dice), b = tangled_shape(dice);
    Engine engine;
    engine.prepare(a);
    engine.prepare(b);
    Pose a_pose = random_pose(dice), b_pose = dice.chance(0.1) ? a_pose : random_pose(dice);
    if (dice.chance(0.15)) a_pose.rotation *= dice.point(0.3, 2).asDiagonal();  // no rigid motion
    if (dice.chance(0.15)) {
      a_pose.position *= 1e7;
      b_pose.position += a_pose.position;
    }
    Scene scene, swapped;
    scene.add("a", a, a_pose);
    scene.add("b", b, b_pose);
    swapped.add("b", b, b_pose);
    swapped.add("a", a, a_pose);
    CheckOptions options;
    if (dice.chance(0.3)) options.clearance = 0.25;
    const CheckResult whole = by_octree(scene, options);
    options.face_pairs = false;
    const CheckResult alone = engine.check(scene, options), mirror = engine.check(swapped, options);
    ASSERT_EQ(alone.pairs.size(), whole.pairs.size()) << "case " << i;
    ASSERT_EQ(mirror.pairs.size(), whole.pairs.size()) << "case " << i;
    if (whole.pairs.empty()) continue;
    EXPECT_EQ(alone.pairs[0].verdict, whole.pairs[0].verdict) << "case " << i;
    EXPECT_EQ(alone.pairs[0].distance, whole.pairs[0].distance) << "case " << i;
    EXPECT_EQ(mirror.pairs[0].verdict, mirrored(whole.pairs[0].verdict)) << "case " << i;
    ASSERT_TRUE(alone.pairs[0].witness && mirror.pairs[0].witness) << "case " << i;
    EXPECT_EQ(alone.pairs[0].witness->a_point, mirror.pairs[0].witness->b_point) << "case " << i;
    EXPECT_EQ(alone.pairs[0].face_pair_count, 0u);
  }
}

TEST(Prepared, MeetCountsContainmentAndTouching) {
  Scene scene;
  const ObjectId big = scene.add("big", make_box({4, 4, 4}));
  const ObjectId inside = scene.add("inside", make_box({1, 1, 1}));
  Pose pose;
  pose.position = {2.5, 0, 0};
  const ObjectId flush = scene.add("flush", make_box({1, 1, 1}), pose);
  pose.position = {2.5000001, 0, 0};
  const ObjectId apart = scene.add("apart", make_box({1, 1, 1}), pose);
  Engine engine;
  for (const bool prepared : {false, true}) {
    if (prepared)
      for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
    EXPECT_TRUE(engine.meet(scene, big, inside));
    EXPECT_TRUE(engine.meet(scene, big, flush));
    EXPECT_FALSE(engine.meet(scene, big, apart));
    EXPECT_FALSE(engine.meet(scene, inside, apart));
  }
}

TEST(Prepared, ManyThreadsOneEngine) {
  const Mesh a = make_displaced_sphere(1, 0.2, 20, 20, 1), b = make_displaced_sphere(1, 0.2, 20, 20, 2);
  Engine engine({.threads = 1});
  std::vector<Scene> scenes(4);
  std::vector<std::uint64_t> expected;
  for (int i = 0; i < 4; ++i) {
    Pose pose;
    pose.position = {0.4 * i, 0, 0};
    scenes[static_cast<std::size_t>(i)].add("a", a);
    scenes[static_cast<std::size_t>(i)].add("b", b, pose);
    expected.push_back(answer_hash(by_octree(scenes[static_cast<std::size_t>(i)], {})));
  }
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 20; ++k) {
        if (k == 5) engine.prepare(a);
        if (k == 6) engine.prepare(b);
        if (k == 15) engine.forget(a);
        wrong[t] += answer_hash(engine.check(scenes[t])) != expected[t] ? 1 : 0;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace impinge::test
