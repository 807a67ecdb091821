// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Where a simulator may push: few points that stay where they are on the bodies.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include <impinge/shapes.h>
#include <support/soup.h>

#include "answer/parting/overlapping_pair.h"

namespace impinge::test {
namespace {

const Mesh& plate() {
  static const Mesh mesh = box_soup({-10, -10, -1}, {10, 10, 0}).mesh();
  return mesh;
}

Pose turned(double angle, const Vec3& position) {
  return {Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(), position};
}

// Four corners of the box 2 x 1 x 1, sunk by a little, in the frame of the box.
void expect_corners(const OverlappingPair& pair, const Pose& pose, double sunk) {
  ASSERT_EQ(pair.pushes().size(), 4u);
  std::vector<std::pair<int, int>> seen;
  for (const PushPoint& push : pair.pushes()) {
    EXPECT_NEAR(push.depth, sunk, 1e-12);
    EXPECT_NEAR((push.normal - Vec3(0, 0, 1)).norm(), 0, 1e-9);
    EXPECT_NEAR(push.point.z(), -sunk / 2, 1e-12);
    const Vec3 local = pose.rotation.transpose() * (push.point - pose.position);
    EXPECT_NEAR(std::abs(local.x()), 1, 1e-9);
    EXPECT_NEAR(std::abs(local.y()), 0.5, 1e-9);
    seen.emplace_back(local.x() > 0, local.y() > 0);
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST(PushPoints, BoxOnAPlateKeepsItsCornersWhileItSlides) {
  const double sunk = 1e-3;
  for (int step = 0; step < 24; ++step) {
    const Pose pose = turned(0.13 * step, {0.3 * step - 3, 0.1 * step, 0.5 - sunk});
    expect_corners(OverlappingPair(plate(), make_box({2, 1, 1}, 1 + step % 3), {}, pose), pose, sunk);
  }
}

TEST(PushPoints, TheOtherWayRoundTheNormalPointsDown) {
  const OverlappingPair pair(make_box({2, 1, 1}), plate(), turned(0.2, {0, 0, 0.5 - 0x1p-10}));
  ASSERT_EQ(pair.pushes().size(), 4u);
  for (const PushPoint& push : pair.pushes()) EXPECT_NEAR((push.normal - Vec3(0, 0, -1)).norm(), 0, 1e-9);
}

TEST(PushPoints, BallOnAPlateIsPushedAtItsLowestPoint) {
  const OverlappingPair pair(plate(), make_icosphere(1, 4), {}, turned(0.1, {0.2, 0.3, 0.95}));
  ASSERT_FALSE(pair.pushes().empty());
  ASSERT_LE(pair.pushes().size(), 4u);
  double deepest = 0;
  for (const PushPoint& push : pair.pushes()) deepest = std::max(deepest, push.depth);
  EXPECT_NEAR(deepest, 0.05, 1e-3);
}

TEST(PushPoints, EachLegOfATableHasItsOwn) {
  Soup table;
  for (const double x : {-2.0, 2.0})
    for (const double y : {-2.0, 2.0}) table.add_box({x - 0.25, y - 0.25, -0.125}, {x + 0.25, y + 0.25, 3});
  table.add_box({-3, -3, 3}, {3, 3, 3.5});
  const OverlappingPair pair(plate(), table.mesh());
  EXPECT_EQ(pair.solid().lumps.size(), 4u);
  EXPECT_EQ(pair.pushes().size(), 16u);
  for (const PushPoint& push : pair.pushes()) EXPECT_NEAR(push.depth, 0.125, 1e-12);
  ASSERT_TRUE(pair.parting());
  EXPECT_NEAR(pair.parting()->length, 0.125, 1e-6);
}

}  // namespace
}  // namespace impinge::test
