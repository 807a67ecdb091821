// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Volume and depth of overlaps from the exact solid, against closed forms and within the intervals of maps.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/soup.h>
#include <Eigen/Geometry>
#include <cmath>

namespace impinge::test {
namespace {

Pose at(double x, double y, double z) { return {Eigen::Matrix3d::Identity(), Vec3(x, y, z)}; }

PairAnswer extent(const Mesh& a, const Mesh& b, const Pose& pose, CheckOptions options = {}) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b, pose);
  options.volume = true;
  const CheckResult result = Engine().check(scene, options);
  EXPECT_EQ(result.pairs.size(), 1u);
  return result.pairs.at(0);
}

CheckOptions along(const Vec3& direction) {
  CheckOptions options;
  options.view.direction = direction;
  return options;
}

void expect_depth(const PairAnswer& pair, double truth) {
  ASSERT_TRUE(pair.depth);
  EXPECT_LE(pair.depth->low, truth * (1 + 1e-12));
  EXPECT_GE(pair.depth->high, truth * (1 - 1e-12));
  EXPECT_LE(pair.depth->high - pair.depth->low, 2e-4 * truth);
  EXPECT_LE(pair.depth->low, pair.depth->value);
  EXPECT_LE(pair.depth->value, pair.depth->high);
}

TEST(OverlapExtent, CornersOfTwoBoxes) {
  const PairAnswer pair = extent(make_box({2, 2, 2}), make_box({2, 2, 2}), at(1.5, 1.25, 1));
  EXPECT_EQ(pair.overlap_volume->value, 0.375);
  EXPECT_EQ(pair.overlap_volume->low, 0.375);
  EXPECT_EQ(pair.overlap_volume->high, 0.375);
  expect_depth(pair, 0.5);
  EXPECT_EQ(pair.depth_direction->cwiseAbs(), Vec3(1, 0, 0));
}

TEST(OverlapExtent, DepthAlongAnyDirection) {
  // A plate 1/4 thick in the middle of a large block, seen aslant: the chord grows with the slope.
  const Mesh block = make_box({20, 20, 20}), plate = make_box({30, 30, 0.25});
  for (const Vec3& d : {Vec3(0, 0, 1), Vec3(0.3, 0.1, 1), Vec3(-0.5, 0.5, 1)})
    expect_depth(extent(block, plate, {}, along(d)), 0.25 * d.norm() / std::abs(d.z()));
}

// Lines through both arms of a fork meet two stretches; the longer one counts.
TEST(OverlapExtent, StretchesWithAGapBetweenThem) {
  Soup fork = box_soup({-4, -1, 0}, {4, 1, 1});
  fork.add_box({-4, -1, 3}, {4, 1, 4.5});
  for (const Vec3& d : {Vec3(0, 0, 1), Vec3(0.2, 0, 1)})
    expect_depth(extent(fork.mesh(), make_box({2, 20, 20}), {}, along(d)), 1.5 * d.norm());
}

TEST(OverlapExtent, LensOfTwoBalls) {
  const Mesh ball = make_icosphere(1, 4);
  const PairAnswer pair = extent(ball, ball, at(1.5, 0, 0), along({1, 0, 0}));
  EXPECT_NEAR(pair.depth->value, 0.5, 1e-2);
  EXPECT_LE(pair.depth->high - pair.depth->low, 2e-4 * pair.depth->high);
}

TEST(OverlapExtent, WithinTheIntervalsOfMaps) {
  Dice dice(31);
  const Mesh shapes[] = {make_box({2, 1, 1.5}), make_icosphere(1, 2), make_torus(1, 0.4, 24, 12),
                         make_displaced_sphere(1, 0.4, 10, 14, 3), make_comb(1.5, 4, 100)};
  int compared = 0;
  for (int i = 0; i < case_count(20, 600); ++i) {
    const Mesh &a = shapes[i % 5], &b = shapes[i / 5 % 5];
    const Pose pose = Pose::from_quaternion(dice.point(-0.8, 0.8), dice.quaternion());
    Scene scene;
    scene.add("a", a);
    scene.add("b", b, pose);
    if (!Engine().meet(scene, {0}, {1})) continue;
    CheckOptions by_map;
    by_map.view.resolution = 128;
    const PairAnswer exact = extent(a, b, pose), map = extent(a, b, pose, by_map);
    if (!map.overlap_volume) continue;
    ++compared;
    ASSERT_TRUE(exact.overlap_volume && exact.depth && map.depth);
    EXPECT_EQ(exact.overlap_volume->low, exact.overlap_volume->high) << i;
    EXPECT_GE(exact.overlap_volume->value, map.overlap_volume->low) << i;
    EXPECT_LE(exact.overlap_volume->value, map.overlap_volume->high) << i;
    EXPECT_LE(exact.depth->low, map.depth->high * (1 + 1e-9)) << i;
    // Of two directions as deep as each other either may be the least.
    if (std::abs(exact.depth_direction->dot(*map.depth_direction)) > 1 - 1e-9) {
      EXPECT_GE(exact.depth->high, map.depth->low * (1 - 1e-9)) << i;
    }
    const double width = exact.depth->high - exact.depth->low, of_map = map.depth->high - map.depth->low;
    EXPECT_LE(width, std::max(1e-2 * exact.depth->high, of_map)) << i;
  }
  EXPECT_GE(compared, case_count(20, 600) / 2);
}

TEST(OverlapExtent, TheSolidThatWasAskedForHasTheSameVolume) {
  CheckOptions options;
  options.overlap = true;
  const Mesh a = make_icosphere(1, 2), b = make_torus(1, 0.4, 24, 12);
  const PairAnswer pair = extent(a, b, at(0.3, 0.2, 0.1), options), alone = extent(a, b, at(0.3, 0.2, 0.1));
  EXPECT_EQ(pair.overlap_volume->value, pair.overlap->solid->volume);
  EXPECT_EQ(alone.overlap_volume->value, pair.overlap->solid->volume);
  EXPECT_EQ(alone.depth->low, pair.depth->low);
  EXPECT_EQ(alone.depth->high, pair.depth->high);
  EXPECT_EQ(alone.overlap, nullptr);
}

}  // namespace
}  // namespace impinge::test
