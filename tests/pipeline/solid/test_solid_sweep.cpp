// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Motions of simple solids: first contacts against closed forms, never late and early by no more than a millionth of a step.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <impinge/impinge.h>

namespace impinge::test {
namespace {

void expect_contact(const SweepResult& result, double t, double early = 1e-6) {
  ASSERT_EQ(result.pairs.size(), 1u);
  ASSERT_TRUE(result.pairs[0].first_contact);
  EXPECT_LE(result.pairs[0].first_contact->t, t + 1e-12);
  EXPECT_GE(result.pairs[0].first_contact->t, t - early);
}

Motion moving(const Vec3& velocity, const Vec3& turning = Vec3::Zero()) {
  Motion motion;
  motion.velocity = velocity;
  motion.angular_velocity = turning;
  return motion;
}

Scene of_two() {
  Scene scene;
  scene.duration = 1;
  return scene;
}

TEST(SolidSweep, BallFallsOntoTheFloorAndThroughAPlate) {
  Scene scene = of_two();
  scene.add("floor", Solid::half_space({0, 0, 1}));
  const ObjectId ball = scene.add("ball", Solid::sphere(0.5), {Eigen::Matrix3d::Identity(), {3, 1, 4}});
  scene.set_motion(ball, moving({0, 0, -7}));
  expect_contact(Engine().sweep(scene), 0.5);
  Scene through = of_two();
  through.add("plate", make_box({10, 10, 0.1}));
  const ObjectId bullet = through.add("bullet", Solid::capsule(0.1, 0.2), {Eigen::Matrix3d::Identity(), {0.3, 0, 20}});
  through.set_motion(bullet, moving({0, 0, -40}));
  const SweepResult result = Engine().sweep(through);
  expect_contact(result, (20 - 0.25) / 40);
  ASSERT_EQ(result.pairs[0].intervals.size(), 1u);
  EXPECT_NEAR(result.pairs[0].intervals[0].end, (20 + 0.25) / 40, 1e-5);
}

TEST(SolidSweep, TurningCylinderMeetsABall) {
  // A rod along x, turning around z, meets a ball on the y axis when its side comes within the radius.
  Scene scene = of_two();
  const Pose along_x = Pose::from_quaternion(Vec3::Zero(), {0, std::sqrt(0.5), 0, std::sqrt(0.5)});
  const ObjectId rod = scene.add("rod", Solid::cylinder(0.1, 8), along_x);
  scene.set_motion(rod, moving(Vec3::Zero(), {0, 0, 1}));
  scene.add("ball", Solid::sphere(0.2), {Eigen::Matrix3d::Identity(), {2 * std::cos(0.9), 2 * std::sin(0.9), 0}});
  expect_contact(Engine().sweep(scene), 0.9 - std::asin(0.3 / 2));
}

TEST(SolidSweep, LeastDistanceOfAFlyBy) {
  Scene scene = of_two();
  scene.add("cone", Solid::cone(1, 2));
  const ObjectId ball = scene.add("ball", Solid::sphere(0.5), {Eigen::Matrix3d::Identity(), {-5, 0, 3}});
  scene.set_motion(ball, moving({10, 0, 0}));
  SweepOptions options;
  options.clearance = std::numeric_limits<double>::infinity();
  const SweepResult result = Engine().sweep(scene, options);
  ASSERT_EQ(result.pairs.size(), 1u);
  ASSERT_TRUE(result.pairs[0].least_distance);
  EXPECT_LE(result.pairs[0].least_distance->low, 1.5);
  EXPECT_GE(result.pairs[0].least_distance->high, 1.5);
  EXPECT_NEAR(result.pairs[0].least_distance->value, 1.5, 2e-3);
  EXPECT_GE(result.pairs[0].least_distance->low, 1.49);
}

TEST(SolidSweep, TurningHalfSpaceComesDownOnABall) {
  Scene scene = of_two();
  const ObjectId flap = scene.add("flap", Solid::half_space({0, 0, -1}), {Eigen::Matrix3d::Identity(), {0, 0, 3}});
  scene.set_motion(flap, moving(Vec3::Zero(), {0, 0.5, 0}));
  scene.add("ball", Solid::sphere(1), {Eigen::Matrix3d::Identity(), {6, 0, 0}});
  // Its wall passes through (0, 0, 3); turned by a, the distance of the centre is 3 cos a - 6 sin a.
  double low = 0, high = 0.5;
  for (int i = 0; i < 80; ++i) {
    const double a = (low + high) / 2;
    (3 * std::cos(a) - 6 * std::sin(a) > 1 ? low : high) = a;
  }
  expect_contact(Engine().sweep(scene), low / 0.5);
}

}  // namespace
}  // namespace impinge::test
