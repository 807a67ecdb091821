// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The same answer for any number of threads, on repetition, in the caller's arena, and from many threads at once.

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include <thread>

#include <impinge/experiments.h>
#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/lattice_recipe.h>
#include <support/simd_targets.h>

namespace impinge::test {
namespace {

// A crowd with every verdict in it.
Scene crowded_scene() {
  Scene scene;
  Dice dice(101);
  for (int i = 0; i < 6; ++i) {
    scene.add("ball", make_displaced_sphere(1, 0.3, 10, 14, 7), Pose::from_quaternion(dice.point(-2, 2), dice.quaternion()));
  }
  for (int i = 0; i < 6; ++i) scene.add("lattice", build(random_recipe(dice), Split::at_random, 0, dice).soup().mesh());
  scene.add("open", soup_of(make_icosphere(3, 2)).without(5).mesh());
  scene.add("box", make_box({2, 2, 2}));
  scene.add("box", make_box({2, 2, 2}, 2));
  return scene;
}

// Objects against each other with a clearance, and each against itself, which goes without.
std::uint64_t hash_of(const Engine& engine, const Scene& scene, CheckOptions options = {}) {
  options.clearance = 0.5;
  const std::uint64_t pairs = answer_hash(engine.check(scene, options));
  options.clearance.reset();
  options.self = true;
  options.pairs = false;
  return 31 * pairs + answer_hash(engine.check(scene, options));
}

std::uint64_t hash_with(int threads, const Scene& scene, const CheckOptions& options, const Experiments& experiments = {}) {
  EngineOptions engine_options;
  engine_options.threads = threads;
  return hash_of(Engine(engine_options, experiments), scene, options);
}

TEST(Determinism, ThreadsAndRepetition) {
  const Scene scene = crowded_scene();
  const CheckOptions options;
  const std::uint64_t hash = hash_with(1, scene, options);
  for (int repeat = 0; repeat < case_count(3, 30); ++repeat) {
    for (const int threads : {0, 1, 2, 4}) ASSERT_EQ(hash_with(threads, scene, options), hash) << threads << " threads";
  }
}

TEST(Determinism, MethodsAndSimdTargets) {
  const Scene scene = crowded_scene();
  CheckOptions options;
  const std::uint64_t hash = hash_with(1, scene, options);
  for_each_simd_target([&](const char* target) {
    for (const Method method : face_methods())
      for (int threads = kSlowness > 1 ? 2 : 1; threads <= 2; ++threads) {
        options.method = method;
        ASSERT_EQ(hash_with(threads, scene, options), hash) << to_string(method) << ", " << target << ", " << threads;
      }
  });
}

TEST(Determinism, CallersArena) {
  const Scene scene = crowded_scene();
  const CheckOptions options;
  const std::uint64_t hash = hash_with(1, scene, options);
  for (const int width : {1, 2}) {
    tbb::task_arena arena(width);
    const std::uint64_t inside = arena.execute([&] { return hash_with(0, scene, options); });
    EXPECT_EQ(inside, hash) << "arena of " << width;
  }
}

TEST(Determinism, ManyQueriesAtOnce) {
  const Scene scene = crowded_scene();
  const CheckOptions options;
  const Engine engine;
  const std::uint64_t hash = hash_of(engine, scene, options);
  std::vector<std::uint64_t> hashes(4);
  std::vector<std::thread> threads;
  for (std::uint64_t& h : hashes) threads.emplace_back([&] { h = hash_of(engine, scene, options); });
  for (std::thread& t : threads) t.join();
  for (const std::uint64_t h : hashes) EXPECT_EQ(h, hash);
}

TEST(Determinism, BroadPhaseAndLevelDoNotMatter) {
  const Scene scene = crowded_scene();
  CheckOptions options;
  const std::uint64_t hash = hash_with(0, scene, options);
  for (const Broad broad : {Broad::brute_boxes, Broad::none})
    EXPECT_EQ(hash_with(0, scene, options, {.broad = broad}), hash) << to_string(broad);
  for (const int level : {0, 3, 6}) {
    options.level = level;
    EXPECT_EQ(hash_with(0, scene, options, {.broad = Broad::none}), hash) << "level " << level;
  }
}

TEST(Determinism, DeformedEqualsFresh) {
  Dice dice(102);
  const Mesh ball = make_icosphere(1, 2), box = make_box({1, 1, 1}, 3);
  Scene moving;
  const ObjectId id = moving.add("ball", ball);
  moving.add("box", box);
  const Engine engine;
  std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  for (int step = 0; step < case_count(10, 200); ++step) {
    for (Vec3& p : vertices) p += dice.point(-0.05, 0.05);
    moving.set_vertices(id, vertices);
    Scene fresh;
    fresh.add("ball", Mesh(vertices, {ball.faces().begin(), ball.faces().end()}));
    fresh.add("box", box);
    ASSERT_EQ(hash_of(engine, moving), hash_of(engine, fresh)) << "step " << step;
  }
  moving.set_vertices(id, {});
  Scene original;
  original.add("ball", ball);
  original.add("box", box);
  EXPECT_EQ(answer_hash(engine.check(moving)), answer_hash(engine.check(original)));
}

// Corners that were one part: the closed box opens, and the answer must follow.
TEST(Determinism, DeformationThatTearsTheSurface) {
  Soup box = box_soup({0, 0, 0}, {4, 4, 4});
  const Mesh mesh = box.mesh();
  Scene scene;
  const ObjectId id = scene.add("box", mesh);
  scene.add("part", box_soup({1, 1, 1}, {2, 2, 2}).mesh());
  const Engine engine;
  ASSERT_EQ(engine.check(scene).pairs.size(), 1u);
  EXPECT_EQ(engine.check(scene).pairs[0].certainty, Certainty::proved);
  for (std::size_t i = 0; i < 3; ++i) box.vertices[i] += Vec3(-1, 0, 0);
  scene.set_vertices(id, box.vertices);
  const CheckResult torn = engine.check(scene);
  ASSERT_EQ(torn.pairs.size(), 1u);
  EXPECT_NE(torn.pairs[0].certainty, Certainty::proved);
  EXPECT_TRUE(engine.check(scene, {.open = OpenBodies::surface}).pairs.empty());
}

}  // namespace
}  // namespace impinge::test
