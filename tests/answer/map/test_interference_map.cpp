// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Volume, depth, area and verdicts of the raster methods against closed forms and against the exact pipeline.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <cmath>
#include <numbers>

#include "answer/map/map_question.h"
#include "support/case_count.h"
#include "support/soup.h"

namespace impinge::test {
namespace {

constexpr double kPi = std::numbers::pi;

void expect_holds(const Bounded& x, double truth, double width, const char* what) {
  EXPECT_LE(x.low, truth * (1 + 1e-9)) << what;
  EXPECT_GE(x.high, truth * (1 - 1e-9)) << what;
  EXPECT_LE(x.low, x.value) << what;
  EXPECT_GE(x.high, x.value) << what;
  EXPECT_LE(x.high - x.low, width * truth) << what;
}

TEST(InterferenceMap, CubesOverlapByHalf) {
  const InterferenceMap map = map_of(make_box({10, 10, 10}), make_box({10, 10, 10}), {5, 0, 0});
  expect_holds(*map.overlap_volume, 500, kWidth, "volume");
  expect_holds(map.max_depth, 5, 0.001, "depth");
  expect_holds(map.projected_area, 100, kWidth, "area");
  EXPECT_NEAR(map.centroid->x(), 2.5, 0.01);
  EXPECT_EQ(map.direction, Vec3(1, 0, 0));
  EXPECT_NEAR(map.partings.front().distance.value, 5, 1e-6);
  EXPECT_EQ(map.undecided_cells, 0u);
}

TEST(InterferenceMap, DepthDoesNotDependOnTheFaces) {
  for (const int subdivisions : {1, 2, 4, 16}) {
    const Mesh box = make_box({4, 4, 4}, subdivisions);
    const InterferenceMap map = map_of(box, box, {0, 0, 2.5});
    expect_holds(map.max_depth, 1.5, 1e-6, "depth");
    expect_holds(*map.overlap_volume, 24, kWidth, "volume");
  }
}

// Fine spheres; the volume of a lens of two unit spheres a distance d apart, and what faceting takes off it.
TEST(InterferenceMap, LensOfTwoSpheres) {
  const Mesh sphere = make_icosphere(1, 6);
  for (const double d : {0.5, 1.2, 1.9}) {
    const InterferenceMap map = map_of(sphere, sphere, {d, 0, 0});
    const double lens = kPi * (4 + d) * (2 - d) * (2 - d) / 12;
    // Faces lie within the sphere by less than 1 - cos of half an edge.
    EXPECT_LE(map.overlap_volume->low, lens);
    EXPECT_GE(map.overlap_volume->high, lens * 0.99);
    EXPECT_LE(map.overlap_volume->high - map.overlap_volume->low, kWidth * lens) << d;
    EXPECT_NEAR(map.max_depth.value, 2 - d, 0.003 * 512 / kResolution);
    EXPECT_LE(map.max_depth.low, 2 - d);
  }
}

TEST(InterferenceMap, GapsAndOpenScans) {
  const InterferenceMap apart = map_of(make_box({2, 2, 2}), make_box({2, 2, 2}), {0, 0, 2.25});
  ASSERT_TRUE(apart.min_gap);
  EXPECT_NEAR(*apart.min_gap, 0.25, 1e-6);
  EXPECT_EQ(apart.overlap_volume->high, 0);
  MapOptions options;
  options.view.direction = Vec3(0, 0, 1);
  const Mesh field = make_noise_field(10, 0.5, 32, 1), plate = make_height_field(std::vector<double>(4, 0.0), 2, 10);
  const InterferenceMap open = map_of(plate, field, {0, 0, 3}, options);
  EXPECT_FALSE(open.solids);
  EXPECT_FALSE(open.statement.empty());
  ASSERT_TRUE(open.min_gap);
  EXPECT_GT(*open.min_gap, 1.5);
  const InterferenceMap sunk = map_of(plate, field, {0, 0, 0}, options);
  EXPECT_GT(sunk.max_depth.value, 0);
}

// A field of waves sunk into a plate: it parts when it is lifted by its depth, whichever of the two is asked about first.
TEST(InterferenceMap, OpenSurfacesPartByTheirDepth) {
  const Mesh field = make_noise_field(10, 0.5, 32, 1), plate = make_height_field(std::vector<double>(4, 0.0), 2, 10);
  MapOptions options;
  options.view.direction = Vec3(0, 0, 1);
  options.directions = {Vec3(0, 0, 1), Vec3(0, 0, -1)};
  for (const double height : {0.1, -0.1, 3.0}) {
    const InterferenceMap map = map_of(plate, field, {0, 0, height}, options);
    ASSERT_FALSE(map.solids);
    ASSERT_EQ(map.partings.size(), 3u);
    EXPECT_EQ(map.max_depth.value > 0, height < 3) << height;
    for (const Parting& p : map.partings) {
      // The deepest place may lie between the lines; some checks of the moved pair come near it.
      EXPECT_GE(p.distance.value, map.max_depth.low) << height;
      EXPECT_LE(p.distance.low, map.max_depth.high + 1e-6) << height;
      EXPECT_LE(p.distance.value, 1.001 * map.max_depth.high + 1e-6) << height;
      if (height < 3) {
        EXPECT_EQ(p.direction, map.partings.front().direction) << height;
      }
    }
    const Vec3 moved = Vec3(0, 0, height) + map.partings.front().direction * (map.partings.front().distance.value + 1e-6);
    const InterferenceMap parted = map_of(plate, field, moved, options);
    EXPECT_EQ(parted.verdict, Verdict::disjoint) << height;
    EXPECT_LE(parted.partings.front().distance.value, 1e-9) << height;
  }
}

TEST(InterferenceMap, RefusesWhatItCannotDraw) {
  const Mesh box = make_box({1, 1, 1});
  const auto refused = [&](MapOptions options) {
    try {
      map_of(box, box, {0.5, 0, 0}, options);
    } catch (const Error& e) {
      return e.code() == ErrorCode::bad_argument;
    }
    return false;
  };
  for (const int resolution : {0, -3, 8193}) {
    MapOptions options;
    options.view.resolution = resolution;
    EXPECT_TRUE(refused(options)) << resolution;
  }
  for (const Vec3& d : {Vec3(0, 0, 0), Vec3(std::nan(""), 0, 1), Vec3(INFINITY, 0, 0)}) {
    MapOptions options;
    options.view.direction = d;
    EXPECT_TRUE(refused(options));
  }
}

// One cell a body, bodies far away, huge and tiny: an answer, and the same one.
TEST(InterferenceMap, AnyScaleAndPlace) {
  for (const double scale : {1e-200, 1e-6, 1.0, 1e9, 1e200})
    for (const double far : {0.0, 1e6}) {
      const Soup box = box_soup({0, 0, 0}, {1, 1, 1});
      MapOptions options;
      options.view.resolution = 64;
      const InterferenceMap map = map_of(box.shifted(Vec3::Constant(far)).scaled(scale).mesh(),
                                         box.shifted(Vec3(far + 0.5, far, far)).scaled(scale).mesh(), {0, 0, 0}, options);
      expect_holds(map.max_depth, 0.5 * scale, 0.001, "depth");
      if (scale > 1e-100 && scale < 1e100) expect_holds(*map.overlap_volume, 0.5 * scale * scale * scale, 0.2, "volume");
    }
}

CheckResult check_with(const Scene& scene, Method method, bool certified = false) {
  CheckOptions options;
  options.method = method;
  options.certified = certified;
  options.self = false;
  return Engine().check(scene, options);
}

TEST(RasterCheck, CertifiedGivesTheFacePairsOfTheOctree) {
  Dice dice(91);
  for (int i = 0; i < case_count(15, 500); ++i) {
    Scene scene;
    for (int k = 0; k < 3; ++k)
      scene.add("body",
                dice.chance(0.5) ? make_displaced_sphere(1, 0.3, 12, 16, dice.bits() % 50) : make_box({1, 1.5, 2}, 2),
                Pose::from_quaternion(dice.point(-0.7, 0.7),
                                      dice.chance(0.7) ? dice.quaternion() : std::array<double, 4>{0, 0, 0, 1}));
    const CheckResult truth = check_with(scene, Method::face_octree), found = check_with(scene, Method::zlist, true);
    ASSERT_EQ(truth.pairs.size(), found.pairs.size());
    for (std::size_t p = 0; p < truth.pairs.size(); ++p) {
      EXPECT_EQ(truth.pairs[p].verdict, found.pairs[p].verdict);
      EXPECT_TRUE(truth.pairs[p].face_pairs == found.pairs[p].face_pairs) << "case " << i;
    }
  }
}

TEST(RasterCheck, CertifiedIsRefusedForShapesWithoutFaces) {
  Scene scene;
  scene.add("ball", make_implicit_sphere(1));
  scene.add("box", make_box({1, 1, 1}));
  try {
    check_with(scene, Method::zlist, true);
    ADD_FAILURE() << "certified without faces";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::unsupported);
    EXPECT_NE(std::string(e.what()).find("ball"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("zlist without certified"), std::string::npos) << e.what();
  }
}

TEST(RasterCheck, SampledVerdictsOfPlainCases) {
  struct Case {
    Mesh a, b;
    Vec3 at;
    Verdict verdict;
  };
  const Mesh ball = make_icosphere(1, 3), small = make_icosphere(0.4, 3), box = make_box({2, 2, 2});
  const Case cases[] = {{ball, ball, {1, 0.3, 0.2}, Verdict::crossing}, {ball, ball, {3, 0, 0}, Verdict::disjoint},
                        {small, ball, {0.1, 0, 0}, Verdict::a_in_b},    {ball, small, {0.1, 0, 0}, Verdict::b_in_a},
                        {ball, ball, {0, 0, 0}, Verdict::same},         {box, box, {2, 0, 0}, Verdict::touching},
                        {box, box, {2.5, 0, 0}, Verdict::disjoint}};
  for (const Case& c : cases) {
    Scene scene;
    scene.add("a", c.a);
    Pose pose;
    pose.position = c.at;
    scene.add("b", c.b, pose);
    for (const Method method : {Method::zlist, Method::depth_count}) {
      if (method == Method::depth_count && (c.verdict == Verdict::same || c.verdict == Verdict::touching)) continue;
      const CheckResult result = check_with(scene, method);
      const Verdict found = result.pairs.empty() ? Verdict::disjoint : result.pairs.front().verdict;
      EXPECT_EQ(found, c.verdict) << to_string(method) << ", expected " << to_string(c.verdict) << ", found "
                                  << to_string(found);
      if (!result.pairs.empty()) {
        EXPECT_EQ(result.pairs.front().guarantee, Guarantee::sampled);
      }
    }
  }
}

TEST(RasterCheck, ToleranceAndVolume) {
  Scene scene;
  scene.add("a", make_box({10, 10, 10}));
  Pose pose;
  pose.position = {9.9, 0, 0};
  scene.add("b", make_box({10, 10, 10}), pose);
  CheckOptions options;
  options.volume = true;
  options.tolerance = 0.05;
  const PairAnswer deep = Engine().check(scene, options).pairs.at(0);
  EXPECT_EQ(deep.verdict, Verdict::crossing);
  ASSERT_TRUE(deep.overlap_volume && deep.depth);
  EXPECT_NEAR(deep.overlap_volume->value, 10, 0.2);
  EXPECT_NEAR(deep.depth->value, 0.1, 1e-6);
  options.tolerance = 0.2;
  EXPECT_EQ(Engine().check(scene, options).pairs.at(0).verdict, Verdict::touching);
}

// On every line the overlap of a foil with the block that it cuts is as short as the foil is thick.
TEST(RasterCheck, AFoilThroughABlockWasWithinTheTolerance) {
  for (const Vec3& size : {Vec3(20, 20, 0.01), Vec3(20, 0.01, 0.01)}) {
    Scene scene;
    scene.add("block", make_box({10, 10, 10}));
    scene.add("foil", make_box(size));
    CheckOptions options;
    options.tolerance = 0.05;
    EXPECT_EQ(Engine().check(scene, options).pairs.at(0).verdict, Verdict::crossing);
  }
}

}  // namespace
}  // namespace impinge::test
