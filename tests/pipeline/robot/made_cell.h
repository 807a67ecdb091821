// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/robot.h>

#include <algorithm>
#include <random>

namespace impinge::test {

// An arm of five joints, one of them prismatic, one that follows; meshes and simple solids.
inline Robot made_arm(std::uint64_t seed) {
  RobotModel model;
  model.name = "made";
  for (std::uint32_t i = 0; i < 7; ++i) {
    LinkBody body;
    body.origin.position = {0, 0, 0.2};
    if (i % 3 == 2)
      body.solid = i == 2 ? Solid::capsule(0.05, 0.2) : Solid::box({0.1, 0.08, 0.3});
    else
      body.mesh = make_displaced_sphere(0.15, i % 2 == 0 ? 0.3 : 0.05, 6, 7, seed + i);
    model.links.push_back({fmt::format("link{}", i), {std::move(body)}});
    if (i == 0) continue;
    RobotJoint joint{.name = fmt::format("joint{}", i), .kind = i == 3 ? JointKind::prismatic : JointKind::revolute};
    joint.parent = i - 1;
    joint.child = i;
    joint.origin.position = {0, 0, 0.4};
    joint.axis = i == 3 ? Vec3(0, 0, 1) : i % 2 == 0 ? Vec3(0, 1, 0) : Vec3(0.6, 0, 0.8);
    joint.lower = i == 3 ? -0.1 : -2.6;
    joint.upper = i == 3 ? 0.1 : 2.6;
    if (i == 5) joint.mimic = JointMimic{3, -0.5, 0.1};
    if (i == 5) {
      joint.lower = -3;
      joint.upper = 3;
    }
    model.joints.push_back(joint);
  }
  return Robot(std::move(model));
}

struct MadeCell {
  explicit MadeCell(std::uint64_t seed) : robot(made_arm(seed)) {
    scene.units = "m";
    placed = place_robot(scene, robot, robot.rest());
    scene.add("wall", make_box({0.2, 2, 2}), {.position = {1.1, 0, 1}});
    scene.add("ball", Solid::sphere(0.2), {.position = {-0.6, 0.5, 0.8}});
  }
  std::vector<double> random_state(std::mt19937_64& random) const {
    std::vector<double> state;
    for (const std::uint32_t j : robot.variables()) {
      const RobotJoint& joint = robot.model().joints[j];
      state.push_back(std::uniform_real_distribution<double>(joint.lower, joint.upper)(random));
    }
    return state;
  }
  // The pairs that are asked about, by the rules of a check.
  std::vector<std::array<ObjectId, 2>> pairs() const {
    std::vector<std::array<ObjectId, 2>> all;
    const auto n = static_cast<std::uint32_t>(scene.objects().size());
    for (std::uint32_t a = 0; a < placed.objects.size(); ++a)
      for (std::uint32_t b = a + 1; b < n; ++b)
        if (std::none_of(scene.ignored().begin(), scene.ignored().end(),
                         [&](const IgnoredPair& p) { return p.a.value == a && p.b.value == b; }))
          all.push_back({ObjectId{a}, ObjectId{b}});
    return all;
  }

  Robot robot;
  Scene scene;
  PlacedRobot placed;
};

}  // namespace impinge::test
