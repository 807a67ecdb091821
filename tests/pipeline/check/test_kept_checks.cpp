// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// What an engine keeps of checks, where scenes part, are cancelled, or are asked about from many threads.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include <impinge/error.h>
#include <support/ask.h>
#include <support/case_count.h>

#include "edited_scene.h"

namespace impinge::test {
namespace {

// Their lists of changes begin alike, and part.
TEST(ChangingScenes, CopiesThatPart) {
  Edited edited(8, 20, 5);
  const Engine engine;
  Dice dice(9);
  std::vector<Scene> scenes(3, edited.scene);
  CheckResult result;
  for (int i = 0; i < case_count(60, 1000); ++i) {
    Scene& scene = scenes[static_cast<std::size_t>(dice.integer(0, 2))];
    scene.set_pose({static_cast<std::uint32_t>(dice.integer(0, 19))}, {.position = dice.point(0, 5)});
    if (dice.chance(0.1)) scene = scenes[static_cast<std::size_t>(dice.integer(0, 2))];
    if (dice.chance(0.1)) scene.add("more", make_box({1, 1, 1}), {.position = dice.point(0, 5)});
    engine.check(scene, {}, result);
    expect_same(result, fresh_check(engine, scene, {}));
  }
}

// More changes than a scene remembers one by one.
TEST(ChangingScenes, LongAgo) {
  Edited edited(10, 20, 5);
  const Engine engine;
  CheckResult result;
  for (int i = 0; i < 3; ++i) {
    engine.check(edited.scene, {}, result);
    for (int k = 0; k < 5000; ++k) edited.scene.set_pose({0}, {.position = {0.001 * k, 1, 1}});
    engine.check(edited.scene, {}, result);
    expect_same(result, fresh_check(engine, edited.scene, {}));
  }
}

TEST(ChangingScenes, OtherShapesPrepared) {
  const Mesh ball = make_icosphere(1, 2);
  Scene scene;
  for (int i = 0; i < 20; ++i) scene.add("ball", ball, {.position = {1.7 * i, 0, 0}});
  Engine engine;
  CheckOptions options;
  options.face_pairs = false;
  CheckResult result;
  for (int i = 0; i < 4; ++i) {
    engine.check(scene, options, result);
    expect_same(result, fresh_check(engine, scene, options));
    if (i % 2 == 0)
      engine.prepare(ball);
    else
      engine.forget(ball);
    scene.set_pose({3}, {.position = {5, 0.1 * i, 0}});
  }
}

TEST(ChangingScenes, ACancelledCheckLeavesNothingWrong) {
  Edited edited(11, 30, 6);
  const Engine engine;
  CheckResult result;
  engine.check(edited.scene, {}, result);
  Dice dice(12);
  for (int i = 0; i < case_count(40, 400); ++i) {
    edited.edit();
    std::atomic<int> polls = dice.integer(0, 30);  // several threads may ask
    CheckOptions options;
    options.is_cancelled = [&] { return polls-- <= 0; };
    try {
      engine.check(edited.scene, options, result);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    engine.check(edited.scene, {}, result);
    expect_same(result, fresh_check(engine, edited.scene, {}));
  }
}

TEST(ChangingScenes, FromManyThreads) {
  Edited edited(13, 30, 6);
  const Engine engine;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 5; ++i) edited.edit();
    const CheckResult fresh = fresh_check(engine, edited.scene, {});
    std::vector<CheckResult> results(4);
    std::vector<std::thread> threads;
    for (CheckResult& result : results)
      threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) engine.check(edited.scene, {}, result);
      });
    for (std::thread& thread : threads) thread.join();
    for (const CheckResult& result : results) expect_same(result, fresh);
  }
}

TEST(ChangingScenes, HiddenAndRemovedObjectsAreNotThere) {
  const Mesh box = make_box({1, 1, 1});
  Scene scene;
  for (int i = 0; i < 4; ++i) scene.add("box", box, {.position = {0.5 * i, 0, 0}});
  scene.hide({1});
  scene.remove({2});
  for (const Method method : face_methods()) {
    CheckOptions options;
    options.method = method;
    const CheckResult result = Engine().check(scene, options);
    EXPECT_TRUE(result.pairs.empty()) << to_string(method);
    EXPECT_EQ(result.asked, 1) << to_string(method);
    options.self = true;
    EXPECT_EQ(Engine().check(scene, options).asked, 3) << to_string(method);
  }
  const Engine engine;
  EXPECT_FALSE(engine.hits(scene, {0}));
  EXPECT_EQ(engine.hits(scene, {1}), ObjectId{0});
  EXPECT_EQ(engine.nearest(scene, {0})->object, ObjectId{3});
  EXPECT_TRUE(engine.meet(scene, {0}, {1}));
  EXPECT_THROW(engine.meet(scene, {0}, {2}), Error);
  EXPECT_EQ(engine.meet_poses(scene, ObjectId{0}, std::vector<Pose>{{.position = {0.5, 0, 0}}, {.position = {1, 0, 0}}}),
            (std::vector<std::uint8_t>{1, 1}));
  scene.duration = 1;
  Motion motion;
  motion.velocity = {3, 0, 0};
  scene.set_motion({0}, motion);
  const SweepResult swept = engine.sweep(scene);
  ASSERT_EQ(swept.pairs.size(), 1);
  EXPECT_EQ(std::pair(swept.pairs[0].a, swept.pairs[0].b), std::pair(ObjectId{0}, ObjectId{3}));
  EXPECT_EQ(swept.asked, 1);
}

}  // namespace
}  // namespace impinge::test
