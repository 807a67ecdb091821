// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// What the engine promises beside the answer: progress, cancellation, groups, ignored pairs, caps, refusals.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

#include <impinge/error.h>
#include <impinge/shapes.h>
#include <support/ask.h>

namespace impinge::test {
namespace {

Scene overlapping_balls(int count) {
  Scene scene;
  for (int i = 0; i < count; ++i) {
    Pose pose;
    pose.position = Vec3(0.5 * i, 0.1 * i, 0);
    scene.add("ball", make_icosphere(1, 3), pose);
  }
  return scene;
}

TEST(Engine, ProgressOnlyGrows) {
  const Scene scene = overlapping_balls(6);
  CheckOptions options;
  double last = 0;
  int calls = 0;
  options.on_progress = [&](std::string_view stage, double share) {
    EXPECT_FALSE(stage.empty());
    EXPECT_GE(share, last);
    EXPECT_LE(share, 1);
    last = share;
    ++calls;
  };
  EXPECT_FALSE(Engine().check(scene, options).pairs.empty());
  EXPECT_GT(calls, 0);
}

TEST(Engine, CancellationStopsTheQuery) {
  const Scene scene = overlapping_balls(4);
  for (const int patience : {0, 1, 5, 50}) {
    CheckOptions options;
    options.self = true;
    std::atomic<int> polls = 0;
    options.is_cancelled = [&] { return polls++ >= patience; };
    try {
      Engine().check(scene, options);
      EXPECT_LE(polls.load(), patience) << "the callback said stop, and the query went on";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

TEST(Engine, AnswersAfterACancelledQuery) {
  const Scene scene = overlapping_balls(3);
  const Engine engine;
  CheckOptions options;
  options.is_cancelled = [] { return true; };
  EXPECT_THROW(engine.check(scene, options), Error);
  EXPECT_EQ(engine.check(scene).pairs.size(), 3u);
}

TEST(Engine, MaxPairsCutsTheListAndNotTheCounts) {
  const Scene scene = overlapping_balls(3);
  const CheckResult whole = Engine().check(scene);
  CheckOptions options;
  options.max_pairs = whole.pairs[0].face_pairs.size() + 5;
  const CheckResult cut = Engine().check(scene, options);
  ASSERT_EQ(cut.pairs.size(), whole.pairs.size());
  EXPECT_FALSE(cut.pairs[0].truncated);
  EXPECT_TRUE(cut.pairs[1].truncated);
  EXPECT_EQ(cut.pairs[1].face_pairs.size(), 5u);
  for (std::size_t i = 0; i < cut.pairs.size(); ++i) {
    EXPECT_EQ(cut.pairs[i].face_pair_count, whole.pairs[i].face_pair_count);
    EXPECT_EQ(cut.pairs[i].crossing_count, whole.pairs[i].crossing_count);
    EXPECT_EQ(cut.pairs[i].verdict, whole.pairs[i].verdict);
  }
}

TEST(Engine, GroupsMeetAcross) {
  const Mesh box = make_box({2, 2, 2});
  Scene scene;
  scene.add("a1", box, {}, Group::a);
  scene.add("a2", box, {}, Group::a);
  scene.add("b1", box, {}, Group::b);
  scene.add("free", box, {});
  // a1-b1, a2-b1 across, and the free one with all three.
  EXPECT_EQ(Engine().check(scene).pairs.size(), 5u);
}

TEST(Engine, IgnoredPairsAreMarkedWhereAskedFor) {
  const Mesh box = make_box({2, 2, 2});
  Scene scene;
  const ObjectId a = scene.add("a", box), b = scene.add("b", box);
  scene.ignore(b, a, "press fit");
  const CheckResult skipped = Engine().check(scene);
  EXPECT_TRUE(skipped.pairs.empty());
  EXPECT_EQ(skipped.asked, 0u);
  EXPECT_EQ(skipped.skipped.ignored, 1u);
  CheckOptions options;
  options.ignored = true;
  const CheckResult result = Engine().check(scene, options);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_EQ(result.pairs[0].verdict, Verdict::same);
  EXPECT_TRUE(result.pairs[0].ignored);
  EXPECT_EQ(result.pairs[0].reason, "press fit");
}

TEST(Engine, OrderOfPairs) {
  const CheckResult result = Engine().check(overlapping_balls(5));
  for (std::size_t i = 1; i < result.pairs.size(); ++i) {
    const PairAnswer &p = result.pairs[i - 1], &q = result.pairs[i];
    EXPECT_LT(p.a, p.b);
    EXPECT_TRUE(p.a < q.a || (p.a == q.a && p.b < q.b));
  }
}

TEST(Engine, RefusesBadOptions) {
  const Scene scene = overlapping_balls(2);
  const auto refused = [&](const CheckOptions& options) {
    try {
      Engine().check(scene, options);
      return false;
    } catch (const Error& error) {
      return error.code() == ErrorCode::bad_argument;
    }
  };
  CheckOptions deep, shallow, negative, coarse, nowhere, many, last;
  deep.level = 21;
  shallow.level = -1;
  negative.clearance = -0.5;
  coarse.view.resolution = 0;
  nowhere.view.direction = Vec3::Zero();
  many.view.direction_count = 65;
  last.view.rule = DirectionRule::last;
  for (const CheckOptions& options : {deep, shallow, negative, coarse, nowhere, many, last}) EXPECT_TRUE(refused(options));
}

TEST(Engine, RefusesWorldCoordinatesThatOverflow) {
  Scene scene;
  Pose far;
  far.position = Vec3(0x1.8p1023, 0, 0);
  scene.add("a", box_soup({0, 0, 0}, {0x1p1023, 1, 1}).mesh(), far);
  scene.add("b", make_box({1, 1, 1}));
  try {
    Engine().check(scene);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_scene);
  }
}

TEST(Engine, EmptyAndSingleScenes) {
  EXPECT_TRUE(Engine().check(Scene()).pairs.empty());
  Scene one;
  one.add("box", make_box({1, 1, 1}));
  CheckOptions options;
  options.self = true;
  EXPECT_TRUE(Engine().check(one, options).pairs.empty());
}

TEST(Engine, StatisticsNameTheMethodAndTheStages) {
  CheckOptions options;
  EXPECT_EQ(Engine().check(overlapping_balls(2), options).stats.methods, (Words{"slice_map"}));
  options.level = 5;  // a question to the octree
  EXPECT_EQ(Engine().check(overlapping_balls(2), options).stats.methods, (Words{"face_octree"}));
  options.level.reset();
  options.method = Method::face_octree;
  const CheckResult result = Engine().check(overlapping_balls(2), options);
  EXPECT_EQ(result.stats.methods, (Words{"face_octree"}));
  EXPECT_EQ(result.stats.backend, "cpu");
  EXPECT_GE(result.stats.stages.size(), 4u);
}

}  // namespace
}  // namespace impinge::test
