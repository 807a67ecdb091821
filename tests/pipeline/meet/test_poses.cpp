// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One object against many, and at many poses: every answer is that of checks of single pairs by face_octree, which shares
// no code with the trees.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <limits>

#include "pipeline/check/edited_scene.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Parts of all kinds, an open one too, close to each other, on a grid or not.
Scene cell(Dice& dice, int count) {
  const Mesh ball = make_icosphere(0.7, 1), box = make_box(Vec3(1, 1, 2)), ring = make_torus(1, 0.3, 12, 8);
  const Mesh sheet({Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)}, {{0, 1, 2}, {0, 2, 3}});
  Scene scene;
  for (int i = 0; i < count; ++i) {
    const bool on_grid = dice.chance(0.4);
    const Pose pose =
        on_grid ? Pose{.position = dice.grid_point(-3, 3)} : Pose::from_quaternion(dice.point(-4, 4), dice.quaternion());
    const Mesh* const shapes[] = {&ball, &box, &ring, &sheet};
    const int kind = dice.integer(0, 20);
    scene.add("part", *shapes[kind == 20 ? 3 : kind % 3], pose, dice.chance(0.2) ? Group::a : Group::none);
  }
  return scene;
}

std::vector<PairAnswer> plain_answers(const Scene& scene, std::optional<double> clearance) {
  CheckOptions options{.method = Method::face_octree, .clearance = clearance};
  return Engine().check(scene, options).pairs;
}

bool meets(const PairAnswer& p) { return p.verdict != Verdict::near && p.verdict != Verdict::disjoint; }

void prepare_some(Engine& engine, const Scene& scene, int round) {
  if (round % 3 == 0) return;
  for (std::size_t i = 0; i < scene.objects().size(); ++i)
    if (round % 3 == 1 || i % 2 == 0) engine.prepare(scene.objects()[i].mesh);
}

TEST(Hits, AreTheFirstObjectThatAPairwiseCheckFinds) {
  Dice dice(2101);
  for (int round = 0; round < case_count(30, 1000); ++round) {
    const Scene scene = cell(dice, 12);
    Engine engine;
    prepare_some(engine, scene, round);
    const std::vector<PairAnswer> pairs = plain_answers(scene, {});
    for (std::uint32_t i = 0; i < scene.objects().size(); ++i) {
      std::optional<ObjectId> expected;
      for (const PairAnswer& p : pairs) {
        if ((p.a.value != i && p.b.value != i) || !meets(p)) continue;
        const ObjectId other = p.a.value == i ? p.b : p.a;
        if (!expected || other < *expected) expected = other;
      }
      EXPECT_EQ(engine.hits(scene, {i}), expected) << "round " << round << ", object " << i;
    }
  }
}

// What an engine keeps between questions must not show, whatever is done to the scene.
TEST(Hits, AreThoseOfAFreshEngineThroughEdits) {
  Dice dice(2104);
  Edited edited(2104, 12, 5);
  Engine engine;
  for (const Mesh& shape : edited.shapes().first(3)) engine.prepare(shape);
  for (int i = 0; i < case_count(600, 10000); ++i) {
    edited.edit();
    if (dice.chance(0.02)) engine.forget(edited.shapes()[static_cast<std::size_t>(dice.integer(0, 4))]);
    if (dice.chance(0.04)) engine.prepare(edited.shapes()[static_cast<std::size_t>(dice.integer(0, 4))]);
    const Scene copy = edited.scene;
    const Scene& scene = dice.chance(0.2) ? copy : edited.scene;
    const OpenBodies open = dice.chance(0.2) ? OpenBodies::surface : OpenBodies::solid;
    for (std::uint32_t k = 0; k < scene.objects().size(); k += 3) {
      if (scene.objects()[k].removed) continue;
      ASSERT_EQ(engine.hits(scene, {k}, open), Engine().hits(scene, {k}, open)) << "edit " << i << ", object " << k;
    }
  }
}

TEST(Hits, NearestIsTheLeastDistanceOfAllPairs) {
  Dice dice(2102);
  for (int round = 0; round < case_count(20, 500); ++round) {
    const Scene scene = cell(dice, 8);
    Engine engine;
    prepare_some(engine, scene, round);
    const std::vector<PairAnswer> pairs = plain_answers(scene, kInfinity);
    for (std::uint32_t i = 0; i < scene.objects().size(); ++i) {
      double least = kInfinity;
      for (const PairAnswer& p : pairs)
        if (p.a.value == i || p.b.value == i) least = std::min(least, meets(p) ? 0 : p.distance.value_or(kInfinity));
      const std::optional<NearestObject> found = engine.nearest(scene, {i});
      ASSERT_EQ(found.has_value(), least < kInfinity);
      if (!found) continue;
      EXPECT_NEAR(found->distance, least, 1e-12 * (1 + least));
      EXPECT_EQ(found->witness.has_value(), least > 0);
      if (least > 0) {
        EXPECT_NEAR((found->witness->a_point - found->witness->b_point).norm(), least, 1e-12 * (1 + least));
        EXPECT_FALSE(engine.nearest(scene, {i}, 0.99 * least));
        EXPECT_TRUE(engine.nearest(scene, {i}, 1.01 * least));
      }
    }
  }
}

std::vector<Pose> some_poses(Dice& dice, int count) {
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i)
    poses.push_back(dice.chance(0.3) ? Pose{.position = dice.grid_point(-3, 3)}
                                     : Pose::from_quaternion(dice.point(-4, 4), dice.quaternion()));
  return poses;
}

TEST(Poses, OfOneObjectAreThoseOfSingleCalls) {
  Dice dice(2103);
  for (int round = 0; round < case_count(10, 200); ++round) {
    Scene scene = cell(dice, 6);
    Engine engine({.threads = 1 + round % 2});
    prepare_some(engine, scene, round);
    const ObjectId part{static_cast<std::uint32_t>(dice.integer(0, 5))};
    const std::vector<Pose> poses = some_poses(dice, 150);
    const std::vector<std::uint8_t> meet = engine.meet_poses(scene, part, poses);
    const std::vector<PoseAnswer> answers = engine.check_poses(scene, part, poses, {.clearance = 0.5});
    ASSERT_EQ(meet.size(), poses.size());
    ASSERT_EQ(answers.size(), poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      scene.set_pose(part, poses[i]);
      const std::optional<ObjectId> hit = engine.hits(scene, part);
      EXPECT_EQ(meet[i], hit ? 1 : 0);
      const std::optional<NearestObject> nearest = engine.nearest(scene, part, 0.5);
      if (hit) {
        EXPECT_EQ(answers[i].hit, hit);
        EXPECT_EQ(answers[i].distance, 0.0);
        EXPECT_NE(answers[i].verdict, Verdict::disjoint);
      } else {
        EXPECT_EQ(answers[i].verdict, nearest ? Verdict::near : Verdict::disjoint);
        EXPECT_EQ(answers[i].hit, nearest ? std::optional(nearest->object) : std::nullopt);
        EXPECT_EQ(answers[i].distance, nearest ? std::optional(nearest->distance) : std::nullopt);
      }
    }
  }
}

TEST(Poses, MoveASetFromWhereItStands) {
  Scene scene;
  scene.add("wall", make_box(Vec3(1, 10, 10)), {.position = Vec3(5, 0, 0)});
  const ObjectId gripper = scene.add("gripper", make_box(Vec3(1, 1, 1)));
  const ObjectId part = scene.add("part", make_box(Vec3(1, 1, 1)), {.position = Vec3(2, 0, 0)});
  const ObjectId both[] = {gripper, part};
  std::vector<Pose> poses;
  for (int x = 0; x < 10; ++x) poses.push_back({.position = Vec3(x, 0, 0)});
  poses.push_back(Pose::from_quaternion(Vec3(3.4, 0, 0), {0, 0, 1, 0}));  // half a turn: the part behind the gripper
  const Engine engine;
  const std::vector<PoseAnswer> answers = engine.check_poses(scene, both, poses, {.clearance = 1});
  const auto expect = [&](std::size_t i, Verdict verdict, std::optional<ObjectId> moving, std::optional<double> distance) {
    EXPECT_EQ(answers[i].verdict, verdict) << i;
    EXPECT_EQ(answers[i].distance, distance) << i;
    EXPECT_EQ(answers[i].moving, moving.value_or(answers[i].moving)) << i;
  };
  expect(0, Verdict::disjoint, {}, {});  // the part ends at 2.5, the wall begins at 4.5
  expect(1, Verdict::near, part, 1.0);
  expect(2, Verdict::touching, part, 0.0);
  expect(3, Verdict::a_in_b, part, 0.0);       // as thick as the wall
  expect(4, Verdict::touching, gripper, 0.0);  // the part stands on the other side
  expect(9, Verdict::disjoint, {}, {});
  EXPECT_EQ(engine.meet_poses(scene, both, poses), (std::vector<std::uint8_t>{0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(answers[10].verdict, Verdict::near);
  EXPECT_EQ(answers[10].moving, gripper);
}

TEST(Poses, ThatAreNoneAreNamedByTheirIndex) {
  Scene scene;
  const ObjectId part = scene.add("part", make_box(Vec3(1, 1, 1)));
  const auto message = [&](const Pose& bad) {
    std::vector<Pose> poses(5);
    poses[3] = bad;
    try {
      Engine().meet_poses(scene, part, poses);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_argument);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  Pose pose;
  pose.position.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message(pose).find("pose 3"), std::string::npos);
  EXPECT_NE(message({.rotation = 2 * Eigen::Matrix3d::Identity()}).find("pose 3"), std::string::npos);
  EXPECT_NE(message({.rotation = -Eigen::Matrix3d::Identity()}).find("not a rotation"), std::string::npos);
  EXPECT_THROW(Engine().nearest(scene, part, -1), Error);
  EXPECT_THROW(Engine().hits(scene, {1}), Error);
  EXPECT_THROW(Engine().meet_poses(scene, std::span<const ObjectId>(), {}), Error);
}

TEST(Poses, AreCancelled) {
  Scene scene;
  const ObjectId part = scene.add("part", make_icosphere(1, 2));
  scene.add("other", make_icosphere(1, 2), {.position = Vec3(1.5, 0, 0)});
  const std::vector<Pose> poses(1000);
  try {
    Engine().meet_poses(scene, part, poses, {.is_cancelled = [] { return true; }});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

}  // namespace
}  // namespace impinge::test
