// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Batches large enough for a lattice of distances: every answer is that of a single call, which knows no lattice.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

#include "pipeline/meet/pose_screen.h"

namespace impinge::test {
namespace {

// What may enclose and be enclosed, walls without a thickness to speak of, several shells, an open sheet.
std::vector<Mesh> shapes() {
  std::vector<Mesh> all = {make_icosphere(1, 2),       make_box(Vec3(1, 1, 2)),
                           make_torus(1, 0.3, 16, 10), make_displaced_sphere(0.8, 0.3, 12, 20, 4),
                           make_box(Vec3(3, 3, 0.01)), make_icosphere(0.1, 1),
                           make_icosphere(3, 2)};
  // A ball with a hollow: its inner shell is turned inwards.
  const Mesh outer = make_icosphere(1.5, 2), inner = make_icosphere(1.3, 2);
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Face> faces(outer.faces().begin(), outer.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  vertices.insert(vertices.end(), inner.vertices().begin(), inner.vertices().end());
  for (const Face& f : inner.faces()) faces.push_back({first + f[0], first + f[2], first + f[1]});
  all.emplace_back(std::move(vertices), std::move(faces));
  all.emplace_back(std::vector<Vec3>{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)},
                   std::vector<Face>{{0, 1, 2}, {0, 2, 3}});
  return all;
}

std::vector<Pose> many_poses(Dice& dice, std::size_t count, double far) {
  std::vector<Pose> poses;
  while (poses.size() < count)
    poses.push_back(dice.chance(0.2) ? Pose{.position = dice.grid_point(-3, 3)}
                                     : Pose::from_quaternion(dice.point(-far, far), dice.quaternion()));
  return poses;
}

void expect_single_answers(const Engine& engine, Scene scene, ObjectId part, std::span<const Pose> poses,
                           const PoseOptions& options) {
  const std::vector<std::uint8_t> meet = engine.meet_poses(scene, part, poses, options);
  const std::vector<PoseAnswer> answers = engine.check_poses(scene, part, poses, options);
  ASSERT_EQ(meet.size(), poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    scene.set_pose(part, poses[i]);
    const std::optional<ObjectId> hit = engine.hits(scene, part, options.open);
    ASSERT_EQ(meet[i], hit ? 1 : 0) << "pose " << i;
    ASSERT_EQ(answers[i].verdict != Verdict::disjoint, hit.has_value()) << "pose " << i;
    ASSERT_EQ(answers[i].hit, hit) << "pose " << i;
  }
}

TEST(PoseScreen, LargeBatchesAreThoseOfSingleCalls) {
  Dice dice(2121);
  const std::vector<Mesh> all = shapes();
  for (int round = 0; round < case_count(12, 400); ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round);
    Scene scene;
    const auto any = [&] { return all[static_cast<std::size_t>(dice.integer(0, static_cast<int>(all.size()) - 1))]; };
    for (int i = 0; i < dice.integer(1, 5); ++i) {
      Pose pose = Pose::from_quaternion(dice.point(-3, 3), dice.quaternion());
      if (dice.chance(0.1)) pose.rotation *= 1.5;
      if (dice.chance(0.1)) pose.rotation.col(0) *= -1;
      scene.add("other", any(), pose, dice.chance(0.1) ? Group::a : Group::none);
    }
    if (dice.chance(0.3)) scene.add("floor", Solid::half_space(Vec3::UnitZ()), {.position = Vec3(0, 0, -3)});
    const ObjectId part = scene.add("part", any(), {}, dice.chance(0.1) ? Group::a : Group::none);
    Engine engine({.threads = 1 + round % 2});
    for (const SceneObject& o : scene.objects())
      if (dice.chance(0.95)) engine.prepare(o.mesh);
    PoseOptions options;
    if (dice.chance(0.3)) options.open = OpenBodies::surface;
    const double far = dice.chance(0.2) ? 0.5 : 4;
    expect_single_answers(engine, scene, part, many_poses(dice, PoseScreen::kWorthWhile, far), options);
  }
}

TEST(PoseScreen, ObjectsThatMoveTogether) {
  Dice dice(2122);
  Scene scene;
  for (int i = 0; i < 4; ++i)
    scene.add("other", make_torus(1, 0.4, 20, 12), Pose::from_quaternion(dice.point(-3, 3), dice.quaternion()));
  const ObjectId moving[] = {scene.add("gripper", make_box(Vec3(0.5, 0.5, 1)), {.position = Vec3(0, 0, 1)}),
                             scene.add("part", make_icosphere(0.4, 2), {.position = Vec3(0, 0, 2)})};
  Engine engine;
  for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
  const std::vector<Pose> poses = many_poses(dice, PoseScreen::kWorthWhile, 4);
  const std::vector<std::uint8_t> batch = engine.meet_poses(scene, moving, poses);
  for (std::size_t i = 0; i < poses.size(); i += 16) {
    const std::vector<std::uint8_t> few = engine.meet_poses(scene, moving, std::span(poses).subspan(i, 16));
    for (std::size_t k = 0; k < few.size(); ++k) ASSERT_EQ(batch[i + k], few[k]) << "pose " << i + k;
  }
}

// Far from the origin, tiny and huge: where floats end, batches are searched as ever.
TEST(PoseScreen, AnySizeAndPlace) {
  Dice dice(2123);
  for (const double size : {1e-30, 1e-6, 1.0, 1e6, 1e30}) {
    for (const double away : {0.0, 1e3, 1e9}) {
      SCOPED_TRACE(testing::Message() << "size " << size << ", away " << away);
      const Vec3 place = size * away * Vec3(1, -0.5, 0.25);
      Scene scene;
      scene.add("other", make_torus(size, 0.3 * size, 16, 10), {.position = place});
      const ObjectId part = scene.add("part", make_icosphere(0.5 * size, 1));
      Engine engine;
      for (const SceneObject& o : scene.objects()) engine.prepare(o.mesh);
      std::vector<Pose> poses = many_poses(dice, PoseScreen::kWorthWhile, 2);
      for (Pose& pose : poses) pose.position = pose.position * size + place;
      expect_single_answers(engine, scene, part, poses, {});
    }
  }
}

}  // namespace
}  // namespace impinge::test
