// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// What an engine keeps between checks must not show: after any edits the answer is that of a check that knows nothing.

#include <gtest/gtest.h>

#include <impinge/shapes.h>
#include <support/case_count.h>

#include "edited_scene.h"

namespace impinge::test {
namespace {

void compare_through_edits(const CheckOptions& options, int edits, int edits_per_check, std::uint64_t seed,
                           double spheres = 0) {
  Edited edited(seed, 40, 9, spheres);
  Engine engine({.threads = 1});
  for (const Mesh& shape : edited.shapes().first(3)) engine.prepare(shape);
  CheckResult result;
  for (int i = 0; i < edits; ++i) {
    edited.edit();
    if (i % edits_per_check != 0) continue;
    engine.check(edited.scene, options, result);
    expect_same(result, fresh_check(engine, edited.scene, options));
    if (::testing::Test::HasFailure()) FAIL() << "after edit " << i << " of seed " << seed;
  }
}

TEST(ChangingScenes, EqualToAFreshCheckAfterTenThousandEdits) {
  compare_through_edits({}, 10000, full_counts() ? 2 : 40 * static_cast<int>(kSlowness), 1);
}

TEST(ChangingScenes, ShapesWithoutFaces) {
  CheckOptions options;
  options.view.resolution = 8;
  compare_through_edits(options, case_count(100, 2000), 5, 14, 0.1);
}

TEST(ChangingScenes, WithAClearance) {
  CheckOptions options;
  options.clearance = 0.7;
  compare_through_edits(options, case_count(400, 10000), 4, 2);
}

TEST(ChangingScenes, VerdictsAlone) {
  CheckOptions options;
  options.face_pairs = false;
  compare_through_edits(options, case_count(800, 10000), 4, 3);
}

TEST(ChangingScenes, EachWithItself) {
  CheckOptions options;
  options.self = true;
  options.max_pairs = 50;
  compare_through_edits(options, case_count(400, 10000), 4, 4);
}

TEST(ChangingScenes, Overlaps) {
  CheckOptions options;
  options.overlap = true;
  options.volume = true;
  compare_through_edits(options, case_count(60, 2000), 6, 5);
}

TEST(ChangingScenes, NamedMethods) {
  for (const Method method : {Method::slice_map, Method::cluster_tree}) {
    Edited edited(6, 30, 8);
    const Engine engine({.threads = 2});
    CheckOptions options;
    options.method = method;
    for (int i = 0; i < case_count(100, 2000); ++i) {
      edited.edit();
      bool meshes = true;
      for (const SceneObject& o : edited.scene.objects()) meshes = meshes && (o.hidden || !o.shape);
      if (!meshes) continue;
      expect_same(engine.check(edited.scene, options), fresh_check(engine, edited.scene, options));
    }
  }
}

// Many objects, few of which move: the tree of boxes, built anew now and then.
TEST(ChangingScenes, FewOfMany) {
  Dice dice(7);
  const Mesh shape = make_box({1, 1, 1});
  Scene scene;
  const double size = 22;
  for (int i = 0; i < 2000; ++i) scene.add("box", shape, Pose::from_quaternion(dice.point(0, size), dice.quaternion()));
  Engine engine;
  engine.prepare(shape);
  CheckResult result;
  for (int step = 0; step < case_count(60, 3000); ++step) {
    for (int k = 0; k < 50; ++k) {
      const ObjectId id{static_cast<std::uint32_t>(dice.integer(0, 1999))};
      const Vec3 way = dice.chance(0.5) ? dice.point(-0.1, 0.1) : dice.point(-3, 3);
      scene.set_pose(id, Pose::from_quaternion(scene.object(id).pose.position + way, dice.quaternion()));
    }
    engine.check(scene, {}, result);
    if (step % 10 == 0) expect_same(result, fresh_check(engine, scene, {}));
  }
}

TEST(ChangingScenes, OnlyWhatMovedIsLookedAt) {
  const Mesh shape = make_icosphere(1, 1);
  Scene scene;
  for (int i = 0; i < 100; ++i) scene.add("ball", shape, {.position = {1.5 * i, 0, 0}});
  Engine engine;
  engine.prepare(shape);
  CheckResult result;
  engine.check(scene, {}, result);
  EXPECT_EQ(result.pairs.size(), 99);
  EXPECT_EQ(result.stats.stages.front().in, 100);
  scene.set_pose({50}, {.position = {75, 0.1, 0}});
  scene.set_pose({51}, scene.object({51}).pose);  // no change
  engine.check(scene, {}, result);
  EXPECT_EQ(result.pairs.size(), 99);
  EXPECT_EQ(result.stats.stages.front().in, 1);
  engine.check(scene, {}, result);
  EXPECT_EQ(result.stats.stages.front().in, 0);
  EXPECT_EQ(result.pairs.size(), 99);
  EXPECT_EQ(result.asked, 4950);
}

}  // namespace
}  // namespace impinge::test
