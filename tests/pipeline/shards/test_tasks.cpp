// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A check in tasks against the same check in one piece: on scenes at the mercy of the dice, and on plants whose clashes are
// known by construction.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include <impinge/error.h>
#include <scenes/plant/plant.h>
#include <scenes/scenes.h>
#include <support/case_count.h>

#include "../check/edited_scene.h"

namespace impinge::test {
namespace {

constexpr std::uint64_t kTiny = 1;  // bytes: every task has a single pair, or few

CheckOptions bounded(CheckOptions options, std::uint64_t memory) {
  options.memory = memory;
  return options;
}

CheckResult in_parts(const Engine& engine, const Scene& scene, const CheckOptions& options, std::uint64_t seed) {
  CheckPlan plan = engine.plan(scene, options);
  std::mt19937_64 dice(seed);
  std::shuffle(plan.tasks.begin(), plan.tasks.end(), dice);
  std::vector<CheckResult> parts;
  for (const CheckTask& task : plan.tasks) parts.push_back(engine.check_task(scene, task, options));
  return engine.join(scene, std::move(parts), options);
}

TEST(CheckTasks, AsInOnePiece) {
  const Engine engine;
  for (int seed = 0; seed < case_count(8, 400); ++seed) {
    Edited edited(static_cast<std::uint64_t>(seed), 24, 5, seed % 4 == 0 ? 0.1 : 0);
    for (int i = 0; i < 30; ++i) edited.edit();
    CheckOptions options;
    if (seed % 3 == 1) options.clearance = 0.4;
    if (seed % 3 == 2) options.self = true;
    options.ignored = seed % 5 == 0;
    if (seed % 7 == 3) options.max_pairs = 20;
    if (seed % 6 == 5) options.volume = true;
    SCOPED_TRACE(seed);
    const CheckResult whole = engine.check(edited.scene, options);
    expect_same(engine.check(edited.scene, bounded(options, kTiny)), whole);
    expect_same(engine.check(edited.scene, bounded(options, std::uint64_t{1} << 32)), whole);
    expect_same(in_parts(engine, edited.scene, bounded(options, kTiny), static_cast<std::uint64_t>(seed)), whole);
  }
}

TEST(CheckTasks, NamedScenes) {
  const Engine engine;
  for (const scenes::NamedScene& named : scenes::named_scenes()) {
    SCOPED_TRACE(named.name);
    const Scene scene = named.make();
    CheckOptions options;
    options.clearance = named.clearance;
    expect_same(engine.check(scene, bounded(options, kTiny)), engine.check(scene, options));
  }
}

TEST(CheckTasks, CallersAreAsked) {
  const Scene scene = plant_scene(scenes::make_plant({.parts = 130, .clashes = 10}));
  std::set<std::pair<std::uint32_t, std::uint32_t>> whole, parts;
  CheckOptions options;
  const auto into = [](auto& seen) {
    return [&seen](ObjectId a, ObjectId b) {
      seen.insert({a.value, b.value});
      return a.value % 2 == 0;
    };
  };
  options.asks = into(whole);
  const CheckResult expected = Engine().check(scene, options);
  options.asks = into(parts);
  const CheckResult found = Engine().check(scene, bounded(options, kTiny));
  expect_same(found, expected);
  EXPECT_EQ(parts, whole);
  EXPECT_EQ(found.skipped.refused, expected.skipped.refused);
}

// Every pair is in one task, every task is as small as it was asked to be.
TEST(CheckTasks, PlansArePartitions) {
  const Scene scene = plant_scene(scenes::make_plant({.parts = 1300, .clashes = 20, .seed = 5}));
  for (const std::uint64_t memory : {std::uint64_t{0}, kTiny, std::uint64_t{1} << 27}) {
    const CheckPlan plan = Engine().plan(scene, bounded({}, memory));
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    double seconds = 0;
    for (const CheckTask& task : plan.tasks) {
      EXPECT_TRUE(std::is_sorted(task.pairs.begin(), task.pairs.end()));
      for (const auto& [a, b] : task.pairs) EXPECT_TRUE(pairs.insert({a.value, b.value}).second);
      seconds += task.seconds;
      EXPECT_TRUE(task.seconds <= 1 || task.pairs.size() == 1);
    }
    EXPECT_EQ(pairs.size(), plan.pairs);
    EXPECT_DOUBLE_EQ(seconds, plan.seconds);
  }
}

TEST(CheckTasks, WhatTheyDoNotTake) {
  const Scene scene = plant_scene(scenes::make_plant({.parts = 13}));
  const auto refused = [&](auto change) {
    CheckOptions options = bounded({}, kTiny);
    change(options);
    EXPECT_THROW(Engine().check(scene, options), Error);
    EXPECT_THROW(Engine().plan(scene, options), Error);
  };
  refused([](CheckOptions& o) { o.method = Method::face_octree; });
  refused([](CheckOptions& o) { o.level = 3; });
  refused([](CheckOptions& o) { o.face_pairs = false; });
}

TEST(Plant, PlantedClashesAndNoOthers) {
  const Engine engine;
  for (int seed = 1; seed <= case_count(4, 60); ++seed) {
    const scenes::Plant plant = scenes::make_plant({.parts = 400, .clashes = 30, .seed = static_cast<std::uint64_t>(seed)});
    const Scene scene = plant_scene(plant);
    const CheckResult found = engine.check(scene);
    ASSERT_EQ(found.pairs.size(), plant.clashes.size()) << seed;
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
      EXPECT_EQ(found.pairs[i].a.value, plant.clashes[i][0]);
      EXPECT_EQ(found.pairs[i].b.value, plant.clashes[i][1]);
      EXPECT_EQ(found.pairs[i].verdict, Verdict::crossing);
    }
  }
}

TEST(Plant, ShapesAreSound) {
  for (const std::uint64_t faces : {std::uint64_t{0}, std::uint64_t{2'000'000}}) {
    const scenes::Plant plant = scenes::make_plant({.parts = 500, .faces = faces});
    std::uint64_t placed = 0;
    std::vector<Mesh> shapes;
    for (std::uint32_t i = 0; i < plant.shapes; ++i) {
      shapes.push_back(make_plant_shape(plant, i));
      EXPECT_TRUE(shapes.back().report().clean() && shapes.back().report().sound()) << plant_shape_name(plant, i);
      EXPECT_EQ(shapes.back().report().components, 1u);
    }
    for (const scenes::PlantPart& part : plant.parts) placed += shapes[part.shape].faces().size();
    EXPECT_EQ(placed, plant.faces);
    EXPECT_NEAR(static_cast<double>(placed), static_cast<double>(plant.options.faces),
                0.1 * static_cast<double>(plant.options.faces));
  }
}

}  // namespace
}  // namespace impinge::test
