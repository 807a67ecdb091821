// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Every way to ask the raster methods, against the usual one, the exact check and closed forms.
#include <gtest/gtest.h>
#include <impinge/experiments.h>
#include <impinge/impinge.h>

#include <cmath>
#include <numbers>

#include "raster/direction/view_direction.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

constexpr double kPi = std::numbers::pi;

bool overlaps(Verdict v) {
  return v == Verdict::crossing || v == Verdict::a_in_b || v == Verdict::b_in_a || v == Verdict::same;
}

Scene random_scene(Dice& dice, int bodies) {
  Scene scene;
  for (int i = 0; i < bodies; ++i)
    scene.add("body " + std::to_string(i), random_body(dice),
              Pose::from_quaternion(dice.point(-1, 1) * (bodies > 2 ? 3 : 1), dice.quaternion()));
  return scene;
}

CheckOptions asked(Method method, int resolution) {
  CheckOptions options;
  options.method = method;
  options.view.resolution = resolution;
  options.open = OpenBodies::surface;
  return options;
}

PairAnswer answer_of(const CheckResult& result) { return result.pairs.empty() ? PairAnswer() : result.pairs.front(); }

// The forms leave nothing open when layer codes follow, so that all say the same.
TEST(RasterVariants, FormsOfDepthCountGiveTheSameVerdict) {
  Dice dice(2201);
  for (int i = 0; i < case_count(60, 3000); ++i) {
    const Scene scene = random_scene(dice, 2);
    const CheckOptions options = asked(Method::depth_count, dice.integer(8, 48));
    const PairAnswer usual = answer_of(Engine().check(scene, options));
    for (int form = 0; form < 3; ++form) {
      const Experiments ways{.depth_form = static_cast<DepthCountForm>(form)};
      EXPECT_EQ(answer_of(Engine({}, ways).check(scene, options)).verdict, usual.verdict)
          << "case " << i << ", form " << form;
    }
    const PairAnswer early = answer_of(Engine({}, {.depth_passes = DepthPasses::early}).check(scene, options));
    EXPECT_EQ(overlaps(early.verdict), overlaps(usual.verdict)) << "case " << i;
    for (const DepthPasses passes : {DepthPasses::one, DepthPasses::two}) {
      const PairAnswer some = answer_of(Engine({}, {.depth_passes = passes}).check(scene, options));
      if (some.verdict == Verdict::undecided) {
        EXPECT_EQ(some.certainty, Certainty::undecided);
      } else {
        EXPECT_EQ(overlaps(some.verdict), overlaps(usual.verdict)) << "case " << i << ", " << to_string(passes);
      }
    }
  }
}

// A loop that moves one body asks an engine that remembers; each answer is that of a new engine.
TEST(RasterVariants, WhatIsKeptChangesNoAnswer) {
  Dice dice(2202);
  for (int i = 0; i < case_count(12, 400); ++i) {
    Scene scene = random_scene(dice, 2);
    const CheckOptions options = asked(Method::depth_count, 24);
    const Engine engine;
    for (int step = 0; step < 5; ++step) {
      const CheckResult kept = engine.check(scene, options), fresh = Engine().check(scene, options);
      ASSERT_EQ(kept.pairs.size(), fresh.pairs.size());
      if (!fresh.pairs.empty()) {
        EXPECT_EQ(answer_of(kept).verdict, answer_of(fresh).verdict) << "case " << i;
      }
      if (step % 2 == 0) scene.set_pose({1}, Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()));
    }
  }
}

TEST(RasterVariants, EveryFormTellsItsPhases) {
  Scene scene;
  scene.add("a", make_icosphere(1, 3));
  scene.add("b", make_torus(1, 0.3, 20, 12), {.position = Vec3(0.4, 0.3, 0.5)});
  for (const Method method : {Method::zlist, Method::depth_count})
    for (int form = 0; form < 3; ++form) {
      const Experiments ways{.depth_form = static_cast<DepthCountForm>(form)};
      const Stats stats = Engine({}, ways).check(scene, asked(method, 64)).stats;
      const std::string stage = to_string(method);
      double whole = 0, parts = 0;
      for (const StageStats& s : stats.stages) {
        if (s.name == stage) whole = s.ms;
        if (s.name.starts_with(stage + ": ")) parts += s.ms;
      }
      EXPECT_GT(parts, 0) << stage;
      EXPECT_LE(parts, whole) << stage;
    }
}

// Two objects: one raster for the scene is one for the pair, but for proxies of spikes.
TEST(RasterVariants, OneRasterForTwoObjectsIsThatOfThePair) {
  Dice dice(2203);
  for (int i = 0; i < case_count(60, 3000); ++i) {
    const Scene scene = random_scene(dice, 2);
    const CheckOptions options = asked(Method::zlist, dice.integer(8, 48));
    for (const ZlistForm form : {ZlistForm::complete, ZlistForm::minmax}) {
      const PairAnswer pair = answer_of(Engine({}, {.zlist = form}).check(scene, options));
      const PairAnswer whole = answer_of(Engine({}, {.zlist = form, .raster = RasterScope::scene}).check(scene, options));
      if (pair.proxy_faces > 0) continue;
      EXPECT_EQ(whole.verdict, pair.verdict) << "case " << i;
      EXPECT_EQ(whole.face_pairs, pair.face_pairs) << "case " << i;
      EXPECT_EQ(whole.certainty, pair.certainty) << "case " << i;
    }
  }
}

// Whatever one raster for a scene proves holds; what it misses is thinner than a cell.
TEST(RasterVariants, OneRasterForASceneIsSound) {
  Dice dice(2204);
  int proved = 0, missed = 0;
  for (int i = 0; i < case_count(12, 400); ++i) {
    const Scene scene = random_scene(dice, 8);
    CheckOptions exact;
    exact.open = OpenBodies::surface;
    const CheckResult truth = Engine().check(scene, exact);
    for (const ZlistForm form : {ZlistForm::complete, ZlistForm::minmax}) {
      const CheckResult found =
          Engine({}, {.zlist = form, .raster = RasterScope::scene}).check(scene, asked(Method::zlist, 256));
      const auto verdict_in = [](const CheckResult& result, const PairAnswer& pair) {
        for (const PairAnswer& p : result.pairs)
          if (p.a == pair.a && p.b == pair.b) return p.verdict;
        return Verdict::disjoint;
      };
      for (const PairAnswer& p : found.pairs) {
        if (!overlaps(p.verdict)) continue;
        ++proved;
        EXPECT_TRUE(overlaps(verdict_in(truth, p))) << "case " << i;
      }
      for (const PairAnswer& p : truth.pairs) missed += overlaps(p.verdict) && !overlaps(verdict_in(found, p));
    }
  }
  EXPECT_GT(proved, occurrences(20));
  EXPECT_LE(10 * missed, proved) << missed << " of " << proved + missed << " overlaps missed";
}

// A lens between two balls, narrower than a cell: lines of one density miss it, halved cells do not.
TEST(RasterVariants, HalvedCellsFindASmallOverlap) {
  Scene scene;
  scene.add("a", make_sphere(1, 200, 100));
  const ObjectId b = scene.add("b", make_sphere(1, 200, 100));
  CheckOptions options = asked(Method::zlist, 16);
  options.view.direction = Vec3(0.03, 0.02, 1);
  int coarse = 0, refined = 0;
  for (int i = 0; i < 20; ++i) {
    scene.set_pose(b, {.position = Vec3(0.0013 * i, 0.0011 * i, 1.999)});
    CheckOptions exact;
    const bool truth = overlaps(answer_of(Engine().check(scene, exact)).verdict);
    options.refine = 0;
    const bool before = overlaps(answer_of(Engine().check(scene, options)).verdict);
    options.refine = 8;
    const bool after = overlaps(answer_of(Engine().check(scene, options)).verdict);
    EXPECT_LE(before, after);
    EXPECT_LE(after, truth);
    coarse += before;
    refined += after;
  }
  EXPECT_GT(refined, coarse);
}

TEST(RasterVariants, HalvedCellsProveNothingThatIsNotSo) {
  Dice dice(2205);
  for (int i = 0; i < case_count(40, 2000); ++i) {
    const Scene scene = random_scene(dice, 2);
    CheckOptions exact;
    exact.open = OpenBodies::surface;
    const PairAnswer truth = answer_of(Engine().check(scene, exact));
    CheckOptions options = asked(Method::zlist, 16);
    const PairAnswer coarse = answer_of(Engine().check(scene, options));
    options.refine = 4;
    const PairAnswer fine = answer_of(Engine().check(scene, options));
    if (overlaps(fine.verdict)) {
      EXPECT_TRUE(overlaps(truth.verdict)) << "case " << i;
    }
    if (overlaps(coarse.verdict)) {
      EXPECT_TRUE(overlaps(fine.verdict)) << "case " << i;
    }
    if (overlaps(fine.verdict) && truth.verdict == Verdict::crossing && coarse.verdict == Verdict::crossing) {
      EXPECT_EQ(fine.verdict, Verdict::crossing) << "case " << i;
    }
  }
}

// Two balls a known way into each other: bounds as near as asked, around the truth of their meshes, at any resolution.
TEST(RasterVariants, ErrorIsATarget) {
  Scene scene;
  const ObjectId a = scene.add("a", make_icosphere(1, 4));
  const ObjectId b = scene.add("b", make_icosphere(1, 4), {.position = Vec3(0.2, 0.1, 1.2)});
  CheckOptions exact;
  exact.overlap = true;
  const double volume = answer_of(Engine().check(scene, exact)).overlap->solid->volume;
  const auto width = [](const Bounded& x) { return (x.high - x.low) / x.value; };
  for (const double error : {0.2, 0.05, 0.01}) {
    MapOptions options;
    options.view.resolution = 16;
    options.view.direction = Vec3(0.1, 0.2, 1);
    options.error = error;
    const InterferenceMap map = Engine().map(scene, a, b, options);
    EXPECT_LE(width(*map.overlap_volume), error);
    EXPECT_LE(map.overlap_volume->low, volume * (1 + 1e-9));
    EXPECT_GE(map.overlap_volume->high, volume * (1 - 1e-9));
    EXPECT_LE(width(map.max_depth), error);
    EXPECT_EQ(map.stats.not_as_asked, "");
    CheckOptions check = asked(Method::automatic, 16);
    check.volume = true;
    check.error = error;
    const PairAnswer pair = answer_of(Engine().check(scene, check));
    EXPECT_LE(width(*pair.overlap_volume), error);
    EXPECT_LE(width(*pair.depth), error);
  }
  MapOptions none;
  none.error = -0.1;
  EXPECT_THROW(Engine().map(scene, a, b, none), Error);
  CheckOptions bad;
  bad.error = 2;
  EXPECT_THROW(Engine().check(scene, bad), Error);
  bad.error = 0;
  bad.refine = 9;
  EXPECT_THROW(Engine().check(scene, bad), Error);
}

// Plates that stand askew: their own boxes know their normal, the world's do not.
TEST(RasterVariants, LocalBoxesGiveTheNormalOfPlates) {
  Dice dice(2206);
  for (int i = 0; i < case_count(50, 1000); ++i) {
    const auto turn = dice.quaternion();
    const Pose pose = Pose::from_quaternion(dice.point(-1, 1), turn);
    Pose above = pose;
    const Vec3 normal = pose.rotation.col(2);
    above.position += 0.9 * normal;
    RasterScene scene({make_box({9, 10, 1}), make_box({8, 11, 1})}, {pose, above});
    EXPECT_NEAR(std::abs(direction_from_local_boxes(std::span<const RasterObject, 2>(scene.objects)).dot(normal)), 1, 1e-12);
  }
  RasterScene cubes({make_box({2, 2, 2}), make_box({3, 3, 3})});
  EXPECT_TRUE(direction_from_local_boxes(std::span<const RasterObject, 2>(cubes.objects)).isZero(0)) << "nothing stands out";
  Scene scene;
  const Pose tilt = Pose::from_quaternion({0, 0, 0}, {0, std::sin(kPi / 12), 0, std::cos(kPi / 12)});
  scene.add("a", make_box({10, 10, 1}), tilt);
  scene.add("b", make_box({10, 10, 1}), {tilt.rotation, Vec3(tilt.rotation.col(2)) * 0.9});
  CheckOptions options = asked(Method::depth_count, 32);
  options.view.rule = DirectionRule::local_boxes;
  const PairAnswer answer = answer_of(Engine().check(scene, options));
  EXPECT_EQ(answer.verdict, Verdict::crossing);
  ASSERT_EQ(answer.views.size(), 1u);
  EXPECT_EQ(answer.views[0].rule, "local_boxes");
  EXPECT_LT(answer.views[0].slope.mean_deg, 15.1);
}

}  // namespace
}  // namespace impinge::test
