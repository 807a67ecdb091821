// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One judgement for a map: verdict, cells and numbers say the same, for bodies that a plane keeps apart by a known distance,
// and for bodies that overlap; with what the exact check knows, and by lines and bounds alone.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <cmath>

#include "answer/map/interference_map.h"
#include "answer/map/map_question.h"
#include "answer/map/map_verdict.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"

namespace impinge::test {
namespace {

std::size_t count(const InterferenceMap& map, MapCell kind) {
  return static_cast<std::size_t>(std::count(map.cells.begin(), map.cells.end(), kind));
}

Verdict verdict_of(const Scene& scene) {
  const CheckResult result = Engine().check(scene);
  return result.pairs.empty() ? Verdict::disjoint : result.pairs.front().verdict;
}

// Two bodies side by side along a direction: the planes across it that hold each of them are `apart` from each other.
struct SideBySide {
  Scene scene;
  ObjectId a, b;
  Vec3 direction;

  SideBySide(const Mesh& first, const Mesh& second, const Vec3& along, double apart, Dice& dice)
      : direction(along.normalized()) {
    const bool turned = dice.chance(0.6);
    const Pose here = turned ? Pose::from_quaternion({0, 0, 0}, dice.quaternion()) : Pose();
    Pose there = turned ? Pose::from_quaternion({0, 0, 0}, dice.quaternion()) : Pose();
    const Vec3 aside = dice.point(-0.5, 0.5);
    there.position =
        aside + direction * (extreme(first, here, 1) + extreme(second, there, -1) + apart - direction.dot(aside));
    a = scene.add("a", first, here);
    b = scene.add("b", second, there);
  }

  // How far a body reaches along the direction, or against it.
  double extreme(const Mesh& mesh, const Pose& pose, double sign) const {
    double most = -INFINITY;
    for (const Vec3& v : mesh.vertices()) most = std::max(most, sign * direction.dot(world_point(pose, v)));
    return most;
  }

  // Along the way they are apart, across it, along an axis, or any.
  Vec3 view(Dice& dice) const {
    const Vec3 any = dice.point(-1, 1), across = any - direction * direction.dot(any);
    switch (dice.integer(0, 4)) {
      case 0: return direction;
      case 1: return across;
      case 2: return Vec3::Unit(dice.integer(0, 2));
      case 3: return across + direction * dice.real(-1e-3, 1e-3);
      default: return any;
    }
  }
};

SideBySide random_pair(Dice& dice, double apart) {
  const Vec3 along = dice.chance(0.4) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
  return {random_body(dice), random_body(dice), along, apart, dice};
}

MapOptions random_view(const SideBySide& pair, Dice& dice) {
  MapOptions options;
  options.view.resolution = dice.integer(8, 90);
  options.refine = dice.chance(0.2) ? 2 : 0;
  options.view.direction = pair.view(dice);
  return options;
}

// The same map by lines and bounds alone, as it is of shapes that the exact check does not know.
InterferenceMap by_lines_alone(const SideBySide& pair, const MapOptions& options) {
  const SceneObject &a = pair.scene.object(pair.a), &b = pair.scene.object(pair.b);
  const RasterScene bodies({a.mesh, b.mesh}, {a.pose, b.pose});
  Control control({}, {});
  const ViewChoice view{*options.view.direction, "given", {}};
  return interference_map(bodies.objects[0], bodies.objects[1], {&view, 1}, options, ZlistForm::complete, nullptr, control,
                          nullptr);
}

TEST(MapVerdicts, BodiesApartAreNeverInContactWhereLinesGrazeThem) {
  Dice dice(1901);
  for (int i = 0; i < case_count(60, 5000); ++i) {
    const double apart = std::pow(10, dice.real(-6, std::log10(0.5)));
    const SideBySide pair = random_pair(dice, apart);
    const MapOptions options = random_view(pair, dice);
    const InterferenceMap map = Engine().map(pair.scene, pair.a, pair.b, options);
    ASSERT_EQ(map.verdict, Verdict::disjoint) << i;
    ASSERT_EQ(map.certainty, Certainty::proved);
    ASSERT_GE(*map.distance, apart * (1 - 1e-6)) << i;
    ASSERT_EQ(count(map, MapCell::contact) + count(map, MapCell::penetration) + count(map, MapCell::undecided), 0u) << i;
    for (const Bounded& number : {*map.overlap_volume, map.projected_area, map.max_depth, map.partings[0].distance})
      ASSERT_EQ(number.value + number.high, 0) << i;
    ASSERT_GE(map.min_gap.value_or(INFINITY), *map.distance * (1 - 1e-6)) << i;
    const InterferenceMap blind = by_lines_alone(pair, options);
    ASSERT_TRUE(blind.verdict == Verdict::disjoint || blind.verdict == Verdict::undecided) << i << to_string(blind.verdict);
    ASSERT_EQ(blind.overlap_volume->low, 0) << i;
    ASSERT_EQ(blind.max_depth.low, 0) << i;
  }
}

TEST(MapVerdicts, AnOverlapThatABoundProvesIsNeverClean) {
  Dice dice(1902);
  const int cases = case_count(60, 5000);
  int proved = 0;
  for (int i = 0; i < cases; ++i) {
    const SideBySide pair = random_pair(dice, -std::pow(10, dice.real(-6, 0)));
    const MapOptions options = random_view(pair, dice);
    const InterferenceMap map = Engine().map(pair.scene, pair.a, pair.b, options);
    ASSERT_EQ(map.verdict, verdict_of(pair.scene)) << i;
    const bool overlap = insides_overlap(map.verdict);
    ASSERT_EQ(map.overlap_volume->high > 0, overlap) << i;
    ASSERT_EQ(map.max_depth.high > 0, overlap) << i;
    const InterferenceMap blind = by_lines_alone(pair, options);
    ASSERT_NE(blind.verdict, Verdict::touching) << i;
    if (blind.overlap_volume->low > 0 || blind.max_depth.low > 0) {
      ASSERT_TRUE(overlap) << i;
      ASSERT_EQ(blind.verdict, Verdict::crossing) << i;
      ++proved;
    }
    ASSERT_FALSE(count(blind, MapCell::penetration) > 0 && blind.verdict == Verdict::disjoint) << i;
  }
  EXPECT_GE(proved, cases / 60);
}

// A needle between the lines, and a wall 5 away: the lines see the wall alone.
TEST(MapVerdicts, ANeedleBetweenTheLinesIsNotFiveApart) {
  Soup body = box_soup({-5, -5, 5}, {5, 5, 6});
  body.append(box_soup({1.1, 1.1, -0.5}, {1.2, 1.2, 5.5}));
  MapOptions options;
  options.view.resolution = 7;
  options.view.direction = Vec3(0, 0, 1);
  const InterferenceMap map = map_of(box_soup({-5, -5, -1}, {5, 5, 0}).mesh(), body.mesh(), {0, 0, 0}, options);
  ASSERT_EQ(count(map, MapCell::penetration), 0u);
  EXPECT_NEAR(*map.min_gap, 5, 1e-6);
  EXPECT_EQ(map.verdict, Verdict::crossing);
  EXPECT_EQ(map.distance, 0);
  EXPECT_GE(map.max_depth.high, 0.5);
  EXPECT_NEAR(map.partings.front().distance.value, 0.5, 1e-5);
}

// Moved by its parting the pair is clear, moved by what is proved too little it is not, and neither is less than the depth.
TEST(MapVerdicts, APartingIsNotShorterThanTheDepthAndPartsThePair) {
  Dice dice(1903);
  for (int i = 0; i < case_count(25, 500); ++i) {
    SideBySide pair = random_pair(dice, -dice.real(0.05, 0.6));
    MapOptions options = random_view(pair, dice);
    options.directions = {pair.direction, dice.point(-1, 1)};
    const InterferenceMap map = Engine().map(pair.scene, pair.a, pair.b, options);
    if (!insides_overlap(map.verdict)) continue;
    EXPECT_GE(map.partings.front().distance.low, map.max_depth.low) << i;
    EXPECT_LE(map.max_depth.high, map.partings.front().distance.high) << i;
    const Pose pose = pair.scene.object(pair.b).pose;
    for (const Parting& parting : map.partings) {
      const auto verdict_at = [&](double distance) {
        Pose moved = pose;
        moved.position += parting.direction * distance;
        pair.scene.set_pose(pair.b, moved);
        return verdict_of(pair.scene);
      };
      EXPECT_FALSE(insides_overlap(verdict_at(parting.distance.value))) << i;
      EXPECT_LE(parting.distance.low, parting.distance.high) << i;
      if (&parting != &map.partings.front()) {
        EXPECT_TRUE(insides_overlap(verdict_at(parting.distance.low))) << i;
      }
    }
  }
}

TEST(MapVerdicts, FlushFacesSeenAslantAreInContact) {
  MapOptions options;
  options.view.resolution = 64;
  options.view.direction = Vec3(0.3, 0.2, 1);
  const InterferenceMap map = map_of(make_box({4, 4, 2}), make_box({4, 4, 2}), {0, 0, 2}, options);
  EXPECT_EQ(map.verdict, Verdict::touching);
  EXPECT_GT(count(map, MapCell::contact), 1000u);
  EXPECT_EQ(count(map, MapCell::penetration), 0u);
  EXPECT_EQ(map.overlap_volume->high + map.max_depth.high, 0);
  EXPECT_FALSE(map.deepest_point || map.centroid);
}

TEST(MapVerdicts, ToleratedOverlapIsContactUnlessItMayBeDeeper) {
  MapOptions options;
  options.view.resolution = 32;
  const Mesh box = make_box({10, 10, 10});
  for (const auto& [tolerance, verdict] : {std::pair(0.2, Verdict::touching), std::pair(0.05, Verdict::crossing)}) {
    options.tolerance = tolerance;
    EXPECT_EQ(map_of(box, box, {9.9, 0, 0}, options).verdict, verdict);
  }
}

// Shapes without faces are seen by their lines alone, and the map says so.
TEST(MapVerdicts, LinesAloneAreSampled) {
  const auto verdict = [](double apart) {
    Scene scene;
    const ObjectId a = scene.add("a", make_implicit_sphere(1)),
                   b = scene.add("b", make_implicit_sphere(1), {.position = {apart, 0, 0}});
    const InterferenceMap map = Engine().map(scene, a, b, {.view = {.resolution = 64}});
    EXPECT_EQ(map.certainty, Certainty::sampled);
    EXPECT_FALSE(map.distance);
    return map.verdict;
  };
  EXPECT_EQ(verdict(1.5), Verdict::crossing);
  EXPECT_EQ(verdict(2.5), Verdict::disjoint);
}

}  // namespace
}  // namespace impinge::test
