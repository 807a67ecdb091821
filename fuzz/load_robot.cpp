// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A URDF, and behind a line of '%' alone an SRDF. What is read must be a robot that can be placed; an Error is an answer.
#include <cmath>
#include <string_view>

#include <impinge/robot.h>

#include "io/robot/robot_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impinge;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t part = std::min(text.find("\n%\n"), text.size());
  try {
    const io::PackageFinder packages("/nowhere/fuzz.urdf", {});
    RobotModel model = io::read_urdf(text.substr(0, part), "fuzz.urdf", packages, "mm");
    if (part < text.size()) io::read_srdf(text.substr(part + 3), "fuzz.srdf", model);
    const Robot robot(std::move(model));
    std::vector<double> state = robot.rest();
    for (const NamedState& named : robot.model().states) robot.set_named(state, named.name, named.group);
    robot.joint_values(state);
    Scene scene;
    place_robot(scene, robot, state);
  } catch (const Error&) {
  }
  return 0;
}
