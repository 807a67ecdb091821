// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The cube/cube test against all 15 separating axes, and moved octrees against every source cube with every voxel.

#include <gtest/gtest.h>

#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/octree.h>
#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/simd_targets.h>

#include <algorithm>
#include <cmath>

#include "base/cube_cube.h"
#include "base/triangle.h"
#include "scenes/bodies.h"

namespace impinge::test {
namespace {

// The gap along the axis that separates best, of axes of length 1; negative if none separates.
double axis_gap(const Eigen::Matrix3d& turn, const Vec3& apart, double target_half, double source_half) {
  double gap = -INFINITY;
  const auto try_axis = [&](const Vec3& n) {
    const double length = n.norm();
    if (length < 1e-9) return;
    const double reach = target_half * n.cwiseAbs().sum() + source_half * (turn.transpose() * n).cwiseAbs().sum();
    gap = std::max(gap, (std::fabs(n.dot(apart)) - reach) / length);
  };
  for (int i = 0; i < 3; ++i) {
    try_axis(Vec3::Unit(i));
    try_axis(turn.col(i));
    for (int j = 0; j < 3; ++j) try_axis(cross(Vec3::Unit(i), turn.col(j)));
  }
  return gap;
}

Eigen::Matrix3d random_turn(Dice& dice) { return Pose::from_quaternion(Vec3::Zero(), dice.quaternion()).rotation; }

TEST(CubeCube, AgreesWithFifteenAxes) {
  Dice dice(21);
  int counts[3] = {0, 0, 0};
  const int all = case_count(400'000, 10'000'000) / static_cast<int>(kSlowness);
  for (int i = 0; i < all;) {
    const Eigen::Matrix3d turn = random_turn(dice);
    const CubeCube test(turn);
    for (int k = 0; k < 1000; ++k, ++i) {
      const double target_half = dice.chance(0.2) ? 1 : std::exp2(dice.real(-3, 3));
      const double reach = (1 + target_half) * (dice.chance(0.3) ? 0.7 : 1.8);
      const Vec3 apart = dice.point(-reach, reach);
      const CubeMeeting meeting = test.meeting(apart, target_half, 1);
      ++counts[static_cast<int>(meeting)];
      const double gap = axis_gap(turn, apart, target_half, 1);
      if (std::fabs(gap) < 1e-12) continue;  // too near to a touch for doubles
      ASSERT_EQ(meeting != CubeMeeting::none, gap < 0) << "case " << i << ", gap " << gap;
      const double deepest = (turn.transpose() * apart).cwiseAbs().maxCoeff();
      bool inside = true;
      for (int c = 0; c < 8; ++c) {
        const Vec3 corner = apart + target_half * Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
        inside = inside && (turn.transpose() * corner).cwiseAbs().maxCoeff() <= 1;
      }
      if (target_half < 1 && std::fabs(deepest - 1) > 1e-9) {
        ASSERT_EQ(meeting == CubeMeeting::complete, inside);
      }
    }
  }
  for (const int count : counts) EXPECT_GT(count, all / 100);
}

struct Problem {
  OctreeFrame source_frame, target_frame;
  std::vector<OctreeCube> cubes;
  Pose pose;
};

Problem random_problem(Dice& dice, int level) {
  Problem p;
  p.source_frame = {dice.point(-2, 2), dice.chance(0.5) ? 0.25 : dice.real(0.1, 0.4), level};
  const int n = 1 << level;
  std::vector<OctreeCube> cubes;
  for (int i = dice.integer(1, 12); i > 0; --i) {
    const int edge = dice.integer(1, n / 2);
    const auto at = [&] { return static_cast<std::uint32_t>(dice.integer(0, n - edge)); };
    const std::uint32_t x = at(), y = at(), z = at();
    cubes.push_back({x, y, z, static_cast<std::uint32_t>(edge)});
  }
  p.cubes = Octree(p.source_frame, cubes).cubes();
  if (dice.chance(0.5)) p.cubes = compacted(Octree(p.source_frame, cubes), {.restarts = 1});
  p.pose = Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
  const double voxel = dice.chance(0.5) ? p.source_frame.voxel : p.source_frame.voxel * dice.real(0.7, 1.8);
  const Vec3 middle = p.source_frame.origin + Vec3::Constant(p.source_frame.edge() / 2);
  p.target_frame = {world_point(p.pose, middle) - Vec3::Constant(voxel * n / 2), voxel, level};
  return p;
}

Octree moved(const Problem& p, OctreeMotion motion, VoxelRule rule, int parts = 1) {
  return move_octree(p.cubes, p.source_frame, p.pose, p.target_frame, {.rule = rule}, {.motion = motion, .parts = parts});
}

constexpr int kJudgedLevel = kSlowness > 1 ? 2 : 3;  // the judge looks at every voxel, times every cube

// Every voxel with every cube. A voxel nearer than 1e-6 of its width may be either.
void expect_voxels(const Problem& p, const Octree& target, VoxelRule rule) {
  const double voxel = p.target_frame.voxel;
  for (std::uint32_t z = 0; z < p.target_frame.voxels(); ++z)
    for (std::uint32_t y = 0; y < p.target_frame.voxels(); ++y)
      for (std::uint32_t x = 0; x < p.target_frame.voxels(); ++x) {
        const Vec3 middle = p.target_frame.origin + Vec3(x + 0.5, y + 0.5, z + 0.5) * voxel;
        double gap = INFINITY;
        for (const OctreeCube& c : p.cubes) {
          const double half = c.edge * p.source_frame.voxel / 2;
          const Vec3 local = p.source_frame.origin + Vec3(c.x, c.y, c.z) * p.source_frame.voxel + Vec3::Constant(half);
          const Vec3 apart = middle - world_point(p.pose, local);
          gap =
              std::min(gap, rule == VoxelRule::contact ? axis_gap(p.pose.rotation, apart, voxel / 2, half)
                                                       : (p.pose.rotation.transpose() * apart).cwiseAbs().maxCoeff() - half);
        }
        if (std::fabs(gap) > 1e-6 * voxel) {
          ASSERT_EQ(target.black(x, y, z), gap < 0) << x << ' ' << y << ' ' << z;
        }
      }
}

TEST(OctreeMotion, EveryCubeWithEveryVoxel) {
  Dice dice(22);
  for (int i = 0; i < case_count(40, 800); ++i) {
    const Problem p = random_problem(dice, dice.integer(1, kJudgedLevel));
    for (const VoxelRule rule : {VoxelRule::contact, VoxelRule::centre}) {
      const Octree target = moved(p, OctreeMotion::efficient, rule);
      expect_voxels(p, target, rule);
      EXPECT_TRUE(moved(p, OctreeMotion::descent, rule) == target) << i;
      EXPECT_TRUE(moved(p, OctreeMotion::efficient, rule, 3) == target) << i;
      if (rule == VoxelRule::contact) continue;
      EXPECT_TRUE(moved(p, OctreeMotion::reference, rule) == target) << i;
      EXPECT_TRUE(moved(p, OctreeMotion::exact_test, rule) == target) << i;
    }
  }
}

// Larger ones: points of the moved solid lie in black voxels, and all ways agree.
TEST(OctreeMotion, NothingIsMissed) {
  Dice dice(23);
  OctreeMaking making;
  making.level = 6;
  const Octree source = make_octree(scenes::make_shuttle(2), making);
  const std::vector<OctreeCube> few = compacted(source);
  EXPECT_LT(few.size(), source.nodes().size());
  for (int i = 0; i < case_count(200, 10'000); ++i) {
    Problem p{source.frame(), {}, few, Pose::from_quaternion(dice.point(-3, 3), dice.quaternion())};
    const double edge = 2 * source.frame().edge();
    p.target_frame = {p.pose.position - Vec3::Constant(edge), 2 * edge / 128, 7};
    const Octree target = moved(p, OctreeMotion::efficient, VoxelRule::contact);
    for (int k = 0; k < 100; ++k) {
      const OctreeCube& c = few[dice.bits() % few.size()];
      const Vec3 local = source.frame().origin +
                         (Vec3(c.x, c.y, c.z) + dice.point(0, 1) * static_cast<double>(c.edge)) * source.frame().voxel;
      ASSERT_TRUE(target.holds(world_point(p.pose, local))) << i;
    }
    if (i % 10 != 0) continue;
    Problem whole = p;
    whole.cubes = source.cubes();
    ASSERT_TRUE(moved(whole, OctreeMotion::efficient, VoxelRule::contact) == target) << "compacted or not";
    ASSERT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact, 5) == target) << "parts";
    ASSERT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact, 0) == target) << "parts";
    ASSERT_TRUE(moved(p, OctreeMotion::descent, VoxelRule::contact) == target) << "descent";
    const Octree middle = moved(p, OctreeMotion::efficient, VoxelRule::centre);
    ASSERT_TRUE(moved(p, OctreeMotion::reference, VoxelRule::centre) == middle);
    ASSERT_TRUE(moved(p, OctreeMotion::exact_test, VoxelRule::centre) == middle);
    ASSERT_TRUE(subtract(middle, target).nodes().empty()) << "centres are contacts";
    for_each_simd_target(
        [&](const char* name) { ASSERT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact) == target) << name; });
  }
}

// Cubes that stay upright: every voxel a box reaches into, exactly.
TEST(OctreeMotion, TranslationAndQuarterTurns) {
  Dice dice(24);
  for (int i = 0; i < case_count(200, 5000); ++i) {
    Problem p = random_problem(dice, dice.integer(1, kJudgedLevel));
    const double h = std::sqrt(0.5);
    const std::array<double, 4> turns[] = {{0, 0, 0, 1}, {0, 0, h, h}, {h, 0, 0, h}, {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}};
    p.source_frame = {dice.grid_point(-3, 3), 0.25, p.source_frame.level};
    const bool whole = dice.chance(0.5);
    const Vec3 shift = whole ? Vec3(dice.grid_point(-4, 4) * 0.25) : dice.point(-1, 1);
    p.pose = Pose::from_quaternion(shift, turns[dice.integer(0, 4)]);
    p.target_frame = p.source_frame;
    p.target_frame.origin = p.pose.rotation * p.source_frame.origin;
    for (int k = 0; k < 3; ++k)
      if (p.pose.rotation.row(k).minCoeff() < 0) p.target_frame.origin[k] -= p.source_frame.edge();
    const Octree target = moved(p, OctreeMotion::translation, VoxelRule::contact);
    EXPECT_TRUE(moved(p, OctreeMotion::translation_reference, VoxelRule::contact) == target);
    EXPECT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact) == target);
    EXPECT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact, 4) == target);
    expect_voxels(p, target, VoxelRule::contact);
    const Octree middle = moved(p, OctreeMotion::efficient, VoxelRule::centre);
    expect_voxels(p, middle, VoxelRule::centre);
    if (whole) {
      EXPECT_TRUE(middle == target) << "whole voxels stay whole";
    }
  }
}

TEST(OctreeMotion, WhatStaysIsTheSame) {
  Dice dice(25);
  for (int i = 0; i < 20; ++i) {
    Problem p = random_problem(dice, 4);
    p.pose = Pose();
    p.target_frame = p.source_frame;
    EXPECT_TRUE(moved(p, OctreeMotion::efficient, VoxelRule::contact) == Octree(p.source_frame, p.cubes));
  }
  // A hair below a wall reaches the next voxel.
  const OctreeFrame frame{Vec3::Zero(), 1, 3};
  const std::vector<OctreeCube> one = {{4, 4, 4, 1}};
  Pose pose;
  pose.position = {-1e-30, 0, 0};
  EXPECT_TRUE(move_octree(one, frame, pose, frame).black(3, 4, 4));
  EXPECT_FALSE(move_octree(one, frame, pose, frame).black(5, 4, 4));
}

TEST(OctreeMotion, SweptCoversEveryMoment) {
  Dice dice(26);
  OctreeMaking making;
  making.level = 4;
  const Octree source = make_octree(scenes::make_chair(1), making);
  const std::vector<OctreeCube> few = compacted(source);
  for (int i = 0; i < case_count(8, 200); ++i) {
    // Turned about one axis by up to half a turn, so that the way between is known here too.
    const Vec3 axis = dice.point(-1, 1).normalized();
    const double angle = dice.real(0, 3.1);
    const Vec3 from = dice.point(-1, 1), to = dice.point(-1, 1);
    const auto pose_at = [&](double share) {
      const Vec3 v = axis * std::sin(angle * share / 2);
      return Pose::from_quaternion(from + (to - from) * share, {v.x(), v.y(), v.z(), std::cos(angle * share / 2)});
    };
    const OctreeFrame target{Vec3::Constant(-4), 8.0 / 64, 6};
    const std::vector<Pose> path = {pose_at(0), pose_at(1)};
    const Octree swept = swept_octree(few, source.frame(), path, target);
    for (int k = 0; k < 500; ++k) {
      const OctreeCube& c = few[dice.bits() % few.size()];
      const Vec3 local = source.frame().origin +
                         (Vec3(c.x, c.y, c.z) + dice.point(0, 1) * static_cast<double>(c.edge)) * source.frame().voxel;
      ASSERT_TRUE(swept.holds(world_point(pose_at(dice.real(0, 1)), local))) << i;
    }
    const Octree ends =
        unite(move_octree(few, source.frame(), path[0], target), move_octree(few, source.frame(), path[1], target));
    EXPECT_TRUE(subtract(ends, swept).nodes().empty());
  }
}

TEST(OctreeMotion, RefusesWithAReason) {
  const OctreeFrame frame{Vec3::Zero(), 1, 3};
  const std::vector<OctreeCube> one = {{4, 4, 4, 1}};
  Pose stretched, nowhere, far, turned = Pose::from_quaternion(Vec3::Zero(), {0.1, 0.2, 0.3, 1});
  stretched.rotation *= 2;
  nowhere.position = {NAN, 0, 0};
  far.position = {1e18, 0, 0};
  far.rotation = turned.rotation;
  for (const Pose& pose : {stretched, nowhere, far}) EXPECT_THROW(move_octree(one, frame, pose, frame), Error);
  const auto moved_by = [&](OctreeMotion motion, int parts = 1) {
    move_octree(one, frame, turned, frame, {}, {.motion = motion, .parts = parts});
  };
  EXPECT_THROW(moved_by(OctreeMotion::reference), Error) << "contact rule";
  EXPECT_THROW(moved_by(OctreeMotion::translation), Error) << "a turn";
  EXPECT_THROW(moved_by(OctreeMotion::efficient, -1), Error) << "parts";
  EXPECT_THROW(move_octree(one, frame, turned, frame, {.grow = -1}), Error);
  EXPECT_THROW(swept_octree(one, frame, {}, frame), Error);
  EXPECT_TRUE(move_octree(std::span<const OctreeCube>(), frame, turned, frame).nodes().empty());
}

}  // namespace
}  // namespace impinge::test
