// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/robot.h>

#include <string>
#include <utility>
#include <vector>

#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// What the command line says about robots, as it was typed.
struct RobotArguments {
  std::string srdf, state, adjacent = "auto";
  std::vector<std::string> joints, packages;
  bool beyond_limits = false;

  bool any() const {
    return !srdf.empty() || !state.empty() || adjacent != "auto" || !joints.empty() || !packages.empty() || beyond_limits;
  }
};

/// Adds --state, --joint, --srdf, --package-path, --adjacent and --beyond-limits under a heading of the help.
void add_robot_options(CLI::App& command, RobotArguments& arguments);

/// Whether a file is a robot's, by its ending.
bool is_robot(const std::string& file);
bool has_robot(const std::vector<std::string>& files);

/// A robot in a scene.
struct LoadedRobot {
  std::string file;
  Robot robot;
  PlacedRobot placed;
  std::vector<double> state;
};

/// The scene of a file, if one is named, with the robots and meshes of the files: links are named by themselves, with
/// several robots as "stem/link". Without a scene and `units` it is in metres. Throws Error that names the file or the
/// option.
Scene load_cell(const std::string& scene_file, const std::vector<std::string>& files, const std::string& units, bool parts,
                const RobotArguments& arguments, std::vector<LoadedRobot>& robots, ProgressBar& bar);

/// As reports name them.
std::vector<RobotState> robot_states(const std::vector<LoadedRobot>& robots);

}  // namespace impinge::cli
