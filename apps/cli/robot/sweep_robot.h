// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include "apps/cli/robot/robot_arguments.h"
#include "apps/cli/rules/rule_arguments.h"

namespace impinge::cli {

/// What `impinge sweep robot.urdf --trajectory FILE` was asked, as it was typed.
struct TrajectoryArguments {
  std::string trajectory, scene;
  std::vector<std::string> files;
  std::string units, clearance, precision, threads, open, json;
  RobotArguments robot;
  RuleArguments rules;
  bool quiet = false;
};

/// Follows the trajectory, writes what was found, and gives the exit status.
int sweep_robot(const TrajectoryArguments& arguments);

}  // namespace impinge::cli
