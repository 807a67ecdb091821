// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// An arm built by hand beside a post: many joint states at once, and a path that is followed through the joints.
#include <cstdio>

#include <impinge/impinge.h>
#include <impinge/robot.h>

namespace {

impinge::RobotLink link(const char* name, const impinge::Vec3& size) {
  impinge::LinkBody body;
  body.solid = impinge::Solid::box(size);
  body.origin.position = {0, 0, size.z() / 2};
  return {name, {body}};
}

impinge::RobotJoint joint(const char* name, std::uint32_t parent, double height) {
  impinge::RobotJoint made;
  made.name = name;
  made.kind = impinge::JointKind::revolute;
  made.parent = parent;
  made.child = parent + 1;
  made.origin.position = {0, 0, height};
  made.axis = impinge::Vec3::UnitY();
  made.lower = -2.5;
  made.upper = 2.5;
  return made;
}

}  // namespace

int main() {
  impinge::RobotModel model;
  model.name = "arm";
  model.links = {link("base", {0.5, 0.5, 0.1}), link("upper", {0.1, 0.1, 0.8}), link("lower", {0.08, 0.08, 0.8})};
  model.joints = {joint("shoulder", 0, 0.15), joint("elbow", 1, 0.85)};
  const impinge::Robot robot(std::move(model));

  impinge::Scene scene;
  scene.units = "m";
  const impinge::PlacedRobot placed = impinge::place_robot(scene, robot, robot.rest());
  scene.add("post", impinge::make_box({0.1, 0.1, 2}), {.position = {1.2, 0, 0.5}});

  const impinge::RobotCell cell(scene, robot, placed);
  const std::vector<double> states = {0, 0, 0.9, 0.9, 0.3, -0.3};  // shoulder and elbow, three times
  std::size_t hits = 0;
  for (const std::uint8_t meets : cell.meet_poses(states)) hits += meets;
  std::printf("%zu of 3 states meet something\n", hits);

  const impinge::JointTrajectory path{{0, 1}, {0, 0, 0.9, 0.9}};
  const impinge::RobotSweepResult swept = cell.sweep(path);
  for (const impinge::RobotSweepPair& pair : swept.pairs)
    std::printf("%s meets %s at t = %.3f, shoulder %.3f, elbow %.3f\n", scene.object(pair.a).name.c_str(),
                scene.object(pair.b).name.c_str(), pair.contact->t, pair.contact->state[0], pair.contact->state[1]);
  return hits == 1 && swept.pairs.size() == 1 ? 0 : 1;
}
