// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/robot/robot_arguments.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/option_group.h"

namespace impinge::cli {
namespace {

constexpr const char* kHeading = "Robots";

void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& kind,
              const std::string& help) {
  command.add_option(name, values, help)->type_name(kind)->group(kHeading)->allow_extra_args(false);
}

std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

/// The robot that a word is about, and what is left of the word: "left/elbow" where there are several.
LoadedRobot& robot_of(std::vector<LoadedRobot>& robots, const char* option, std::string& word) {
  if (robots.size() == 1) return robots.front();
  for (LoadedRobot& robot : robots) {
    const std::string prefix = stem_of(robot.file) + "/";
    if (!word.starts_with(prefix)) continue;
    word.erase(0, prefix.size());
    return robot;
  }
  throw Error(ErrorCode::bad_argument,
              fmt::format("{} {}: there are {} robots; put the name of the file before it, as in {}/{}", option, word,
                          robots.size(), stem_of(robots.front().file), word));
}

void set_joint(std::vector<LoadedRobot>& robots, const std::string& text) {
  const std::size_t equals = text.rfind('=');
  double value = 0;
  const char *begin = text.data() + (equals == text.npos ? text.size() : equals + 1), *end = text.data() + text.size();
  const auto [last, trouble] = std::from_chars(begin, end, value);
  if (equals == text.npos || equals == 0 || trouble != std::errc() || last != end || !std::isfinite(value))
    throw Error(ErrorCode::bad_argument, fmt::format("--joint {}: give a joint and its value in radians or metres, as in "
                                                     "elbow=1.2.",
                                                     text));
  std::string name = text.substr(0, equals);
  LoadedRobot& robot = robot_of(robots, "--joint", name);
  robot.robot.set(robot.state, name, value);
}

RobotFiles files_of(const RobotArguments& arguments, const std::string& units) {
  RobotFiles files;
  files.srdf = arguments.srdf;
  files.packages.assign(arguments.packages.begin(), arguments.packages.end());
  files.units = units;
  return files;
}

}  // namespace

void add_robot_options(CLI::App& command, RobotArguments& arguments) {
  const OptionGroup robots(command, kHeading);
  robots.text("--state", arguments.state, "NAME", "A state that the SRDF names [every joint at 0]");
  add_list(command, "--joint", arguments.joints, "JOINT=VALUE",
           "Set a joint, in radians or metres, on top of --state; may be repeated");
  robots.text("--srdf", arguments.srdf, "FILE.srdf",
              "Pairs that are not checked, groups and states [the file of that name beside the URDF]");
  add_list(command, "--package-path", arguments.packages, "FOLDER",
           "Where package:// is looked for first: a package or a folder of them; may be repeated");
  robots.word("--adjacent", arguments.adjacent, words_of<AdjacentLinks>(),
              "Links that share a joint [auto: as the SRDF says; without one they are ignored]");
  robots.flag("--beyond-limits", arguments.beyond_limits, "Allow values of joints beyond their limits");
}

bool is_robot(const std::string& file) { return ends_in(file, {".urdf"}); }

bool has_robot(const std::vector<std::string>& files) { return std::any_of(files.begin(), files.end(), is_robot); }

Scene load_cell(const std::string& scene_file, const std::vector<std::string>& files, const std::string& units, bool parts,
                const RobotArguments& arguments, std::vector<LoadedRobot>& robots, ProgressBar& bar) {
  const InterruptEnds while_loading;
  Scene scene = scene_file.empty() ? Scene() : load_inputs(scene_file, {}, units, bar);
  if (scene_file.empty()) scene.units = units.empty() ? "m" : units;
  const auto count = static_cast<std::size_t>(std::count_if(files.begin(), files.end(), is_robot));
  if (count > 1 && !arguments.srdf.empty())
    throw Error(ErrorCode::bad_argument,
                fmt::format("--srdf {}: there are {} robots; put each SRDF beside its URDF.", arguments.srdf, count));
  for (std::size_t i = 0; i < files.size(); ++i) {
    bar.update("load", static_cast<double>(i) / static_cast<double>(files.size()));
    if (!is_robot(files[i])) continue;
    Robot robot = load_robot(files[i], files_of(arguments, scene.units));
    std::vector<double> rest = robot.rest();
    robots.push_back({files[i], std::move(robot), {}, std::move(rest)});
  }
  if (!arguments.state.empty()) {
    std::string name = arguments.state;
    LoadedRobot& robot = robot_of(robots, "--state", name);
    robot.robot.set_named(robot.state, name);
  }
  for (const std::string& joint : arguments.joints) set_joint(robots, joint);
  for (LoadedRobot& robot : robots) {
    robot.robot.require_state(robot.state, !arguments.beyond_limits);
    const std::string prefix = robots.size() > 1 ? stem_of(robot.file) + "/" : "";
    robot.placed =
        place_robot(scene, robot.robot, robot.state, {}, parse_word(arguments.adjacent, AdjacentLinks::automatic), prefix);
  }
  for (const std::string& file : files) {
    if (is_robot(file)) continue;
    const std::string stem = stem_of(file);
    if (!parts) {
      scene.add(stem, load_mesh(file, {.units = scene.units}));
      continue;
    }
    for (MeshPart& part : load_parts(file, {.units = scene.units})) scene.add(stem + "/" + part.name, std::move(part.mesh));
  }
  return scene;
}

std::vector<RobotState> robot_states(const std::vector<LoadedRobot>& robots) {
  std::vector<RobotState> states;
  for (const LoadedRobot& loaded : robots) {
    const RobotModel& model = loaded.robot.model();
    RobotState state{model.name, loaded.file, {}};
    const std::vector<double> values = loaded.robot.joint_values(loaded.state);
    for (std::size_t j = 0; j < values.size(); ++j)
      if (model.joints[j].kind != JointKind::fixed) state.joints.emplace_back(model.joints[j].name, values[j]);
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace impinge::cli
