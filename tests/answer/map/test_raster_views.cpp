// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a raster keeps, along which directions it looks, and what slips between its lines.
#include <gtest/gtest.h>
#include <impinge/experiments.h>
#include <impinge/impinge.h>

#include <cmath>
#include <numbers>

#include "answer/map/map_question.h"
#include "scenes/bodies.h"
#include "support/case_count.h"
#include "support/soup.h"

namespace impinge::test {
namespace {

constexpr double kPi = std::numbers::pi;

Pose moved_to(const Vec3& position) {
  Pose pose;
  pose.position = position;
  return pose;
}

// The nearest and farthest crossings, and complete lists where they leave a line open, give the map of complete lists.
TEST(InterferenceMap, MinMaxGivesTheSameMap) {
  const std::pair<Mesh, Mesh> bodies[] = {{make_displaced_sphere(1, 0.4, 12, 16, 3), make_torus(1, 0.3, 14, 10)},
                                          {make_comb(2, 3, 400), make_comb(2, 4, 400)},
                                          {make_box({2, 2, 2}), scenes::make_shuttle(2)}};
  for (const auto& [a, b] : bodies)
    for (const Vec3& at : {Vec3(0.3, 0.2, 0.9), Vec3(0, 0, 2), Vec3(0, 0, 0)}) {
      MapOptions options;
      options.view.resolution = 60;
      options.view.direction = Vec3(0.1, 0.2, 1);
      const InterferenceMap complete = map_of(a, b, at, options);
      const Experiments extremes{.zlist = ZlistForm::minmax};
      const InterferenceMap minmax = map_of(a, b, at, options, extremes);
      EXPECT_EQ(minmax.cells, complete.cells);
      EXPECT_EQ(minmax.a_face, complete.a_face);
      EXPECT_EQ(minmax.b_face, complete.b_face);
      EXPECT_EQ(minmax.min_gap, complete.min_gap);
      EXPECT_EQ(minmax.partings.front().distance.value, complete.partings.front().distance.value);
      for (std::size_t i = 0; i < complete.gap.size(); ++i)
        ASSERT_TRUE(minmax.gap[i] == complete.gap[i] || std::isnan(complete.gap[i])) << i;
      Scene scene;
      scene.add("a", a);
      scene.add("b", b, moved_to(at));
      CheckOptions check;
      check.method = Method::zlist;
      check.view.resolution = 60;
      const CheckResult all = Engine().check(scene, check);
      const CheckResult few = Engine({}, extremes).check(scene, check);
      ASSERT_EQ(few.pairs.size(), all.pairs.size());
      for (std::size_t i = 0; i < all.pairs.size(); ++i) {
        EXPECT_EQ(few.pairs[i].verdict, all.pairs[i].verdict);
        EXPECT_EQ(few.pairs[i].face_pairs, all.pairs[i].face_pairs);
      }
    }
}

TEST(InterferenceMap, FlushFacesHaveTheirArea) {
  const InterferenceMap cubes = map_of(make_box({10, 10, 10}), make_box({10, 10, 10}), {10, 0, 0});
  EXPECT_NEAR(cubes.projected_area.value, 100, 100 * kWidth);
  EXPECT_LE(cubes.projected_area.low, 100);
  EXPECT_GE(cubes.projected_area.low, 100 * (1 - kWidth));
  EXPECT_GE(cubes.projected_area.high, 100);
  EXPECT_EQ(cubes.overlap_volume->value, 0);
  const InterferenceMap shifted = map_of(make_box({10, 10, 10}), make_box({10, 10, 10}), {10, 4, 0});
  EXPECT_NEAR(shifted.projected_area.value, 60, 60 * kWidth);
  const InterferenceMap apart = map_of(make_box({10, 10, 10}), make_box({10, 10, 10}), {10.01, 0, 0});
  EXPECT_EQ(apart.projected_area.value, 0);
}

TEST(InterferenceMap, ChoosesItsDirection) {
  // A plate tilted by 30 degrees on a plate tilted alike: the faces' normal is the best way to look.
  const Vec3 normal(0.5, 0, std::sqrt(0.75));
  const Pose tilt = Pose::from_quaternion({0, 0, 0}, {0, std::sin(kPi / 12), 0, std::cos(kPi / 12)});
  Pose above = tilt;
  above.position = normal * 0.9;
  Scene scene;
  const ObjectId a = scene.add("a", make_box({10, 10, 1}), tilt), b = scene.add("b", make_box({10, 10, 1}), above);
  MapOptions options;
  options.view.resolution = 64;
  options.view.rule = DirectionRule::faces;
  const InterferenceMap faces = Engine().map(scene, a, b, options);
  EXPECT_EQ(faces.direction_rule, "faces");
  EXPECT_NEAR(std::abs(faces.direction.dot(normal)), 1, 1e-6);
  EXPECT_NEAR(faces.max_depth.value, 0.1, 1e-3);
  options.view.rule = DirectionRule::several;
  options.view.direction_count = 6;
  const InterferenceMap several = Engine().map(scene, a, b, options);
  ASSERT_EQ(several.views.size(), 6u);
  EXPECT_NEAR(std::abs(several.direction.dot(normal)), 1, 1e-6);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(several.views[0].slope.mean_deg, several.views[i].slope.mean_deg);
  EXPECT_EQ(several.partings.size(), 6u);
  EXPECT_LE(several.overlap_volume->low, 10);
  EXPECT_GE(several.overlap_volume->high, 10 * (1 - 1e-9));
  EXPECT_LE(several.overlap_volume->high - several.overlap_volume->low,
            faces.overlap_volume->high - faces.overlap_volume->low + 1e-9);
  // Kept while it suits, left where it does not.
  options.view.rule = DirectionRule::last;
  options.view.direction = Vec3(normal + Vec3(0.02, 0.01, 0));
  EXPECT_EQ(Engine().map(scene, a, b, options).direction_rule, "last");
  options.view.direction = Vec3(0, 1, 0);
  EXPECT_EQ(Engine().map(scene, a, b, options).direction_rule, "faces");
  options.view.direction.reset();
  EXPECT_THROW(Engine().map(scene, a, b, options), Error);
}

// A needle a hundredth of a cell thick pierces a plate; no line meets it.
TEST(SampledCheck, FindsASpikeThinnerThanACell) {
  const auto verdict = [](double length) {
    Soup body = box_soup({-5, -5, 1}, {5, 5, 2});
    body.append(box_soup({1.003, 1.003, 1 - length}, {1.004, 1.004, 1.5}));
    Scene scene;
    scene.add("plate", box_soup({-5, -5, -1}, {5, 5, 0}).mesh());
    scene.add("needle", body.mesh());
    CheckOptions options;
    options.method = Method::zlist;
    options.view.resolution = 64;
    options.view.direction = Vec3(0, 0, 1);
    return Engine().check(scene, options);
  };
  const CheckResult through = verdict(1.4);
  ASSERT_EQ(through.pairs.size(), 1u);
  EXPECT_EQ(through.pairs[0].verdict, Verdict::crossing);
  EXPECT_GT(through.pairs[0].crossing_count, 0u);
  EXPECT_GT(through.pairs[0].proxy_faces, 0u);
  EXPECT_EQ(through.pairs[0].guarantee, Guarantee::sampled);
  EXPECT_TRUE(verdict(0.9).pairs.empty()) << "the boxes are apart";
}

// A ball in the tube of a ring, and one beside it: lines meet the ring twice.
TEST(SampledCheck, ContainmentInALayeredBody) {
  for (const Method method : {Method::zlist, Method::depth_count})
    for (const double radius : {0.2, 0.5}) {
      Scene scene;
      scene.add("ring", make_torus(2, 0.4, 64, 32));
      scene.add("ball", make_icosphere(radius, 2), moved_to({0, 2, 0}));
      CheckOptions options;
      options.method = method;
      options.view.direction = Vec3(0, 1, 0);
      options.view.resolution = 100;
      const CheckResult result = Engine().check(scene, options);
      ASSERT_EQ(result.pairs.size(), 1u);
      EXPECT_EQ(result.pairs[0].verdict, radius < 0.4 ? Verdict::b_in_a : Verdict::crossing);
    }
}

// Two linked rings of radius 1: the core of each is 1 away from that of the other everywhere, so tubes meet from 1/2 on.
TEST(SampledCheck, LinkedRings) {
  const Pose upright = Pose::from_quaternion({1, 0, 0}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
  for (const double tube : {0.45, 0.49, 0.52, 0.55})
    for (const int kind : {0, 1, 2}) {  // meshes, shapes, one of each
      Scene scene;
      if (kind == 1)
        scene.add("a", make_implicit_torus(1, tube));
      else
        scene.add("a", make_torus(1, tube, 64, 48));
      if (kind == 0)
        scene.add("b", make_torus(1, tube, 64, 48), upright);
      else
        scene.add("b", make_implicit_torus(1, tube), upright);
      for (const Method method : {Method::zlist, Method::depth_count}) {
        CheckOptions options;
        options.method = method;
        options.view.resolution = 128;
        options.view.rule = DirectionRule::several;
        options.view.direction_count = 2;
        const CheckResult result = Engine().check(scene, options);
        ASSERT_EQ(result.pairs.size(), 1u) << tube << ' ' << kind << ' ' << to_string(method);
        EXPECT_EQ(result.pairs[0].verdict, tube > 0.5 ? Verdict::crossing : Verdict::disjoint);
        EXPECT_EQ(result.pairs[0].certainty, Certainty::sampled);
      }
    }
}

// Two paraboloid bowls as open grids, one turned over: the gap, the area and, once closed, the volume in closed form.
TEST(Scans, GapAreaAndVolumeInClosedForm) {
  constexpr int kSide = 201;
  const double cell = 0.01, size = (kSide - 1) * cell;
  std::vector<double> bowl, flat(kSide * kSide, 0.0);
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) {
      const double x = i * cell - size / 2, y = j * cell - size / 2;
      bowl.push_back(x * x + y * y);
    }
  const Mesh lower = make_height_field(flat, kSide, cell), upper = make_height_field(bowl, kSide, cell);
  ASSERT_FALSE(lower.closed());
  MapOptions options;
  options.view.direction = Vec3(0, 0, 1);
  const InterferenceMap apart = map_of(lower, upper, {0, 0, 0.1}, options);
  ASSERT_TRUE(apart.min_gap);
  const double line = size / kResolution;  // the nearest line misses the bottom of the bowl by less than this
  EXPECT_NEAR(*apart.min_gap, 0.1, 2 * cell * cell + line * line);
  EXPECT_EQ(apart.projected_area.value, 0);
  EXPECT_FALSE(apart.solids);
  // Sunk by h: a disc of radius sqrt(h), and a cap of volume pi h^2 / 2.
  const double h = 0.25;
  const InterferenceMap open = map_of(lower, upper, {0, 0, -h}, options);
  EXPECT_NEAR(open.projected_area.value, kPi * h, 0.02);
  EXPECT_LE(open.projected_area.low, kPi * h);
  EXPECT_GE(open.projected_area.high, kPi * h);
  EXPECT_NEAR(open.max_depth.value, h, 1e-3);
  options.close_scans = true;
  const InterferenceMap closed = map_of(lower, upper, {0, 0, -h}, options);
  EXPECT_TRUE(closed.solids);
  EXPECT_FALSE(closed.statement.empty());
  EXPECT_NEAR(closed.overlap_volume->value, kPi * h * h / 2, 1e-3);
  EXPECT_NEAR(closed.max_depth.value, h, 1e-3);
  const Mesh solid = close_scan(lower, {0, 0, -1}, 0.5);
  EXPECT_TRUE(solid.closed());
  EXPECT_THROW(close_scan(lower, {0, 0, 0}, 1), Error);
  EXPECT_THROW(close_scan(lower, {0, 0, 1}, 0), Error);
}

}  // namespace
}  // namespace impinge::test
