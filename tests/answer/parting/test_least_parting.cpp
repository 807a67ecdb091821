// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The least way out: convex pairs against all planes of the difference of the bodies, others against exact checks of the
// pair moved to all sides.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>

#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/soup.h>

#include "answer/parting/overlapping_pair.h"
#include "answer/parting/polytope_depth.h"

namespace impinge::test {
namespace {

Pose pose_at(const std::array<double, 4>& q, const Vec3& position) {
  return {Eigen::Quaterniond(q[3], q[0], q[1], q[2]).normalized().toRotationMatrix(), position};
}

// How far b must go along a direction until a plane across it parts the two.
double way_along(const Vec3& d, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double a_high = -HUGE_VAL, b_low = HUGE_VAL;
  for (const Vec3& p : a) a_high = std::max(a_high, d.dot(p));
  for (const Vec3& p : b) b_low = std::min(b_low, d.dot(p));
  return a_high - b_low;
}

// Convex bodies are parted by the plane of a face or along an edge of each.
double least_of_all_planes(const OverlappingPair& pair) {
  std::vector<Vec3> directions, edges[2];
  const std::vector<Vec3> a = pair.vertices(0), b = pair.vertices(1);
  for (std::size_t k = 0; k < 2; ++k)
    for (std::uint32_t f = 0; f < pair.object(k).faces.size(); ++f) {
      const Triangle t = pair.object(k).triangle(f);
      directions.push_back(cross(t.p[1] - t.p[0], t.p[2] - t.p[0]));
      for (int i = 0; i < 3; ++i) edges[k].push_back(t.p[(i + 1) % 3] - t.p[i]);
    }
  for (const Vec3& x : edges[0])
    for (const Vec3& y : edges[1]) directions.push_back(cross(x, y));
  double least = HUGE_VAL;
  for (const Vec3& d : directions) {
    if (!(d.norm() > 1e-9)) continue;
    least = std::min({least, way_along(d.normalized(), a, b), way_along(-d.normalized(), a, b)});
  }
  return least;
}

void expect_verified(const OverlappingPair& pair) {
  ASSERT_TRUE(pair.parting());
  const LeastParting& p = *pair.parting();
  EXPECT_NEAR(p.direction.norm(), 1, 1e-14);
  EXPECT_FALSE(pair.overlaps_at(p.direction * p.length));
  EXPECT_LE(p.at_least, p.length);
  EXPECT_GT(p.at_least, 0);
  EXPECT_FALSE(p.reason.empty());
}

TEST(LeastParting, BoxesAlongTheAxes) {
  const OverlappingPair pair(box_soup({0, 0, 0}, {4, 4, 4}).mesh(), box_soup({3.5, 1, 1}, {9, 2, 2}).mesh());
  expect_verified(pair);
  EXPECT_EQ(pair.parting()->direction, Vec3(1, 0, 0));
  EXPECT_EQ(pair.parting()->length, 0.5);
  EXPECT_NEAR(pair.parting()->at_least, 0.5, 1e-9);
  EXPECT_EQ(pair.parting()->reason, "convex");
}

// Vertices that no face uses were corners of convex bodies, so that a bound from below was proved that does not hold.
TEST(LeastParting, VerticesWithoutFacesAreNoCorners) {
  const Mesh ball = make_icosphere(1, 3);
  std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  vertices.insert(vertices.end(), {Vec3(0, 0, 0), Vec3(9, 0.1, 0)});
  const Mesh stray(vertices, {ball.faces().begin(), ball.faces().end()});
  const OverlappingPair pair(stray, box_soup({0.2, -1, -1}, {2.2, 1, 1}).mesh());
  expect_verified(pair);
  EXPECT_EQ(pair.parting()->reason, "convex");
  EXPECT_NEAR(pair.parting()->length, 0.8, 1e-9);
}

TEST(LeastParting, BoxesAtRandomAgainstAllFifteenAxes) {
  Dice dice(1);
  int judged = 0;
  const int count = case_count(60, 2000);
  for (int i = 0; i < count; ++i) {
    const Mesh a = make_box(dice.point(0.3, 2)), b = make_box(dice.point(0.3, 2));
    const OverlappingPair pair(a, b, pose_at(dice.quaternion(), Vec3::Zero()),
                               pose_at(dice.quaternion(), dice.point(-1, 1)));
    if (pair.solid().lumps.empty()) continue;
    expect_verified(pair);
    const double truth = least_of_all_planes(pair);
    EXPECT_NEAR(pair.parting()->length, truth, 1e-9) << i;
    EXPECT_NEAR(pair.parting()->at_least, truth, 1e-9) << i;
    ++judged;
  }
  EXPECT_GE(judged, count / 6);
}

TEST(LeastParting, SpheresAgainstAllPlanes) {
  Dice dice(2);
  for (int i = 0; i < case_count(3, 40); ++i) {
    const Mesh a = make_icosphere(1, 1), b = make_icosphere(dice.real(0.3, 1), 1);
    const OverlappingPair pair(a, b, pose_at(dice.quaternion(), Vec3::Zero()),
                               pose_at(dice.quaternion(), dice.point(-0.6, 0.6)));
    if (pair.solid().lumps.empty()) continue;
    expect_verified(pair);
    EXPECT_NEAR(pair.parting()->length, least_of_all_planes(pair), 1e-6) << i;
    EXPECT_NEAR(pair.parting()->at_least, pair.parting()->length, 1e-6) << i;
  }
}

TEST(LeastParting, FineSpheresAreAsDeepAsBalls) {
  const Mesh ball = make_icosphere(1, 5);
  for (const double apart : {0.3, 1.0, 1.7, 1.99}) {
    const OverlappingPair pair(ball, ball, {}, {Eigen::Matrix3d::Identity(), Vec3(0.6, 0.48, 0.64) * apart});
    expect_verified(pair);
    EXPECT_NEAR(pair.parting()->length, 2 - apart, 2e-3);
    EXPECT_NEAR(pair.parting()->at_least, pair.parting()->length, 1e-6);
  }
}

TEST(LeastParting, OneInsideTheOtherGoesOutOnTheNearestSide) {
  const OverlappingPair pair(box_soup({0, 0, 0}, {10, 10, 10}).mesh(), box_soup({4, 4, 7}, {5, 5, 8}).mesh());
  expect_verified(pair);
  EXPECT_EQ(pair.parting()->direction, Vec3(0, 0, 1));
  EXPECT_EQ(pair.parting()->length, 3);
}

// The nearest free place is in the hole, not outside of the frame.
TEST(LeastParting, RodInAHoleIsPushedBackToTheMiddle) {
  Soup frame = box_soup({-5, -5, -1}, {5, -1, 1});
  frame.add_box({-5, 1, -1}, {5, 5, 1});
  frame.add_box({-5, -1, -1}, {-1, 1, 1});
  frame.add_box({1, -1, -1}, {5, 1, 1});
  const OverlappingPair pair(frame.mesh(), box_soup({-0.75, -0.75, -4}, {1.0625, 0.875, 4}).mesh());
  expect_verified(pair);
  EXPECT_NEAR(pair.parting()->length, 0.0625, 1e-6);
  EXPECT_NEAR(pair.parting()->direction.x(), -1, 1e-3);
  EXPECT_LE(pair.parting()->length, 1.5 * pair.parting()->at_least);
}

TEST(LeastParting, NoneWhereBodiesTouchOrAreApart) {
  const Mesh block = box_soup({0, 0, 0}, {1, 1, 1}).mesh();
  EXPECT_FALSE(OverlappingPair(block, box_soup({1, 0, 0}, {2, 1, 1}).mesh()).parting());
  EXPECT_FALSE(OverlappingPair(block, box_soup({3, 0, 0}, {4, 1, 1}).mesh()).parting());
}

TEST(PolytopeDepth, FlatAndSlenderBodies) {
  for (const double thin : {1e-3, 1e-6, 1e-9}) {
    const std::vector<Vec3> a = box_soup({0, 0, 0}, {1, 1, thin}).vertices,
                            b = box_soup({0.25, 0.5, -1}, {3, 3, 1}).vertices;
    const PolytopeDepth depth = polytope_depth(a, b);
    EXPECT_NEAR(depth.at_most, 0.5, 1e-9);
    EXPECT_NEAR(depth.at_least, 0.5, 1e-9);
  }
}

// Bodies with waves, holes and teeth.
Mesh concave_body(Dice& dice) {
  switch (dice.integer(0, 3)) {
    case 0: return make_torus(1, dice.real(0.15, 0.45), 16, 8);
    case 1: return make_displaced_sphere(1, 0.3, 10, 14, dice.bits() % 1000);
    case 2: return make_closed_teapot(2);
    default: return make_box(dice.point(0.4, 2));
  }
}

TEST(LeastParting, ConcaveBodiesAreBoundedFromBothSides) {
  Dice dice(3);
  int judged = 0, close = 0;
  for (int i = 0; i < case_count(25, 1000); ++i) {
    const Mesh a = concave_body(dice), b = concave_body(dice);
    const OverlappingPair pair(a, b, pose_at(dice.quaternion(), Vec3::Zero()),
                               pose_at(dice.quaternion(), dice.point(-1, 1)));
    if (pair.solid().lumps.empty()) continue;
    expect_verified(pair);
    ++judged;
    close += pair.parting()->length <= 1.5 * pair.parting()->at_least;
    for (int k = 0; k < case_count(40, 400); ++k) {
      const Vec3 shift = dice.point(-1, 1).normalized() * pair.parting()->at_least * dice.real(0.5, 1 - 1e-9);
      EXPECT_TRUE(pair.overlaps_at(shift)) << i << ": shorter than the lower bound, and apart";
    }
  }
  EXPECT_GE(4 * close, 3 * judged);
}

// No direction of many leads out on a much shorter way.
TEST(LeastParting, ConcaveBodiesAgainstManyDirections) {
  Dice dice(4);
  for (int i = 0; i < case_count(3, 30); ++i) {
    const OverlappingPair pair(make_torus(1, 0.3, 16, 8), make_displaced_sphere(0.8, 0.3, 8, 10, dice.bits() % 100),
                               pose_at(dice.quaternion(), Vec3::Zero()), pose_at(dice.quaternion(), dice.point(-1, 1)));
    if (pair.solid().lumps.empty()) continue;
    expect_verified(pair);
    for (int k = 0; k < case_count(300, 10000); ++k)
      EXPECT_TRUE(pair.overlaps_at(dice.point(-1, 1).normalized() * pair.parting()->length * 0.9)) << i;
  }
}

}  // namespace
}  // namespace impinge::test
