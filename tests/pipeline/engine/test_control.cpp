// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The caller's hand on maps and sweeps: progress that only grows and reaches the end, cancellation wherever they are, and
// refusals before any work. Checks have theirs in test_engine.cpp.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>

#include <impinge/experiments.h>
#include <impinge/impinge.h>
#include <pipeline/prepared/prepared_shapes.h>
#include <support/ask.h>

namespace impinge::test {
namespace {

Scene two_balls(bool moving) {
  Scene scene;
  scene.add("a", make_displaced_sphere(1, 0.05, 40, 80, 1));
  Pose pose;
  pose.position = Vec3(1.5, 0.1, 0.2);
  const ObjectId b = scene.add("b", make_displaced_sphere(1, 0.05, 40, 80, 2), pose);
  if (!moving) return scene;
  Motion motion;
  motion.velocity = Vec3(-1, 0, 0);
  scene.set_motion(b, motion);
  scene.duration = 2;
  return scene;
}

// Each way through the code of maps.
struct WayToMap {
  MapOptions options{};
  Experiments experiments{};
};

std::vector<WayToMap> ways_to_map() {
  std::vector<WayToMap> ways(5);
  ways[1].options.refine = 3;
  ways[2].options.view.rule = DirectionRule::several;
  ways[2].options.view.direction_count = 3;
  ways[3].options.directions = {{1, 0, 0}, {0, 1, 1}};
  ways[4].experiments.zlist = ZlistForm::minmax;
  for (WayToMap& way : ways) way.options.view.resolution = 96;
  return ways;
}

/// What came in, and that it grew.
struct Heard {
  double last = -1;
  int calls = 0;
  ProgressCallback callback() {
    return [this](std::string_view stage, double share) {
      EXPECT_FALSE(stage.empty());
      EXPECT_GE(share, last);
      EXPECT_LE(share, 1);
      last = share;
      ++calls;
    };
  }
};

/// Asks again and again, each time with a little more patience, until the query is done.
void expect_to_stop(const std::function<void(const CancelCallback&)>& query) {
  int cancelled = 0;
  for (int patience = 0;; patience += 1 + patience / 3) {
    std::atomic<int> polls = 0;
    try {
      query([&] { return polls++ >= patience; });
      EXPECT_LE(polls.load(), patience) << "the callback said stop, and the query went on";
      break;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
      ++cancelled;
    }
  }
  EXPECT_GT(cancelled, 5);
}

TEST(Control, ProgressOfMapsGrowsToTheEnd) {
  const Scene scene = two_balls(false);
  for (auto [options, experiments] : ways_to_map()) {
    Heard heard;
    options.on_progress = heard.callback();
    Engine({}, experiments).map(scene, {0}, {1}, options);
    EXPECT_EQ(heard.last, 1);
    EXPECT_GT(heard.calls, 8);
  }
}

TEST(Control, ProgressOfMapsOfOpenSurfacesAndOfShapes) {
  Scene scene;
  scene.add("field", make_height_field(std::vector<double>(400, 0.1), 20, 0.1));
  Pose pose;
  pose.position = Vec3(0, 0, 0.2);
  scene.add("ball", make_implicit_sphere(0.5), pose);
  scene.add("torus", make_implicit_torus(0.5, 0.2), pose);
  MapOptions options;
  options.view.resolution = 64;
  for (const auto& [a, b] : {std::pair{0u, 1u}, {1u, 2u}}) {
    Heard heard;
    options.on_progress = heard.callback();
    Engine().map(scene, {a}, {b}, options);
    EXPECT_EQ(heard.last, 1);
    EXPECT_GT(heard.calls, 4);
  }
}

TEST(Control, MapsAreCancelledWhereverTheyAre) {
  const Scene scene = two_balls(false);
  for (WayToMap way : ways_to_map()) {
    const Engine engine({}, way.experiments);
    expect_to_stop([&](const CancelCallback& is_cancelled) {
      way.options.is_cancelled = is_cancelled;
      engine.map(scene, {0}, {1}, way.options);
    });
  }
}

TEST(Control, OptionsOfMapsAreRefusedBeforeAnyWork) {
  const Scene scene = two_balls(false);
  std::vector<MapOptions> bad(8);
  bad[0].view.resolution = 0;
  bad[1].refine = 9;
  bad[2].range = -1;
  bad[3].tolerance = std::nan("");
  bad[4].view.direction = Vec3::Zero();
  bad[5].view.direction_count = 65;
  bad[6].view.rule = DirectionRule::last;
  bad[7].directions = {{1, 0, 0}, {0, 0, 0}};
  for (MapOptions& options : bad) {
    bool begun = false;
    options.on_progress = [&](std::string_view, double) { begun = true; };
    options.is_cancelled = [&] { return begun = true; };
    try {
      Engine().map(scene, {0}, {1}, options);
      ADD_FAILURE() << &options - bad.data() << " was not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_argument) << &options - bad.data();
    }
    EXPECT_FALSE(begun) << &options - bad.data();
  }
}

TEST(Control, SweepsAreCancelledWhereverTheyAre) {
  const Scene scene = two_balls(true);
  const Engine engine;
  SweepOptions options;
  options.clearance = 0.5;
  options.samples = 8;
  options.velocity_backface = true;
  Heard heard;
  options.on_progress = heard.callback();
  engine.sweep(scene, options);
  EXPECT_EQ(heard.last, 1);
  options.on_progress = {};
  expect_to_stop([&](const CancelCallback& is_cancelled) {
    options.is_cancelled = is_cancelled;
    engine.sweep(scene, options);
  });
}

// The bar stood at its end while most of the work was still to come.
TEST(Control, APartingIsNotDoneWhenTheVerdictIs) {
  for (const bool self : {false, true}) {
    double verdicts = 0, overlaps = 0;  // where the bar stood at last
    CheckOptions options;
    options.parting = true;
    options.self = self;
    options.on_progress = [&](std::string_view stage, double share) {
      if (stage == "overlap")
        overlaps = share;
      else if (overlaps == 0)
        verdicts = share;
    };
    Engine().check(two_balls(false), options);
    EXPECT_GT(verdicts, 0.1);
    EXPECT_LT(verdicts, 0.4);
    EXPECT_GT(overlaps, 0.9);
  }
}

// What one has prepared another one shares: the tree itself, and it goes on without the first.
TEST(Control, PreparedShapesAreShared) {
  const Mesh mesh = make_icosphere(1, 3);
  const Scene scene = [&] {
    Scene made;
    made.add("ball", mesh);
    return made;
  }();
  PreparedShapes other;
  const ClusterTree* tree = nullptr;
  {
    PreparedShapes first;
    EXPECT_FALSE(other.adopt(mesh, first));
    first.prepare(mesh);
    EXPECT_TRUE(other.adopt(mesh, first));
    tree = first.find(scene.objects()[0]).get();
  }
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(other.find(scene.objects()[0]).get(), tree);
  EXPECT_TRUE(other.convex(mesh).has_value());
}

}  // namespace
}  // namespace impinge::test
