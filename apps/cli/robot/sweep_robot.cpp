// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/robot/sweep_robot.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>

#include <limits>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/robot/trajectory_file.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

struct Outcome {
  const Scene& scene;
  const LoadedRobot& robot;
  const JointTrajectory& path;
  const RobotSweepResult& result;
  const RobotSweepOptions& options;
};

RobotSweepOptions sweep_options_of(const TrajectoryArguments& arguments) {
  RobotSweepOptions options;
  options.clearance = parse_clearance("sweep", arguments.clearance);
  options.precision = parse_precision("sweep", arguments.precision, options.precision);
  return options;
}

Json joints_json(const Robot& robot, const std::vector<double>& state) {
  Json joints = Json::object();
  const std::vector<double> values = robot.joint_values(state);
  for (std::size_t j = 0; j < values.size(); ++j)
    if (robot.model().joints[j].kind != JointKind::fixed) joints[robot.model().joints[j].name] = values[j];
  return joints;
}

std::string trajectory_json(const Outcome& o) {
  Json pairs = Json::array();
  for (const RobotSweepPair& pair : o.result.pairs) {
    Json contact = nullptr, least = nullptr;
    if (pair.contact) contact = {{"t", pair.contact->t}, {"joints", joints_json(o.robot.robot, pair.contact->state)}};
    if (pair.least_distance)
      least = {{"value", pair.least_distance->value},
               {"low", pair.least_distance->low},
               {"high", pair.least_distance->high},
               {"t", pair.least_distance->t}};
    pairs.push_back({{"a", o.scene.object(pair.a).name},
                     {"b", o.scene.object(pair.b).name},
                     {"certainty", "proved"},
                     {"first_contact", std::move(contact)},
                     {"least_distance", std::move(least)}});
  }
  Json document = {{"schema", "impinge.trajectory/1"},   {"units", o.scene.units},     {"robot", o.robot.robot.model().name},
                   {"begin", o.path.times.front()},      {"end", o.path.times.back()}, {"waypoints", o.path.times.size()},
                   {"pairs", std::move(pairs)},          {"asked", o.result.asked},    {"ignored", o.result.ignored},
                   {"contact_gap", o.result.contact_gap}};
  if (o.options.clearance)
    document["clearance"] =
        *o.options.clearance < std::numeric_limits<double>::infinity() ? Json(*o.options.clearance) : Json(nullptr);
  document["stats"] = {{"total_ms", o.result.ms}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string joints_text(const Robot& robot, const std::vector<double>& state) {
  std::string text;
  for (std::size_t i = 0; i < state.size(); ++i)
    text += fmt::format("{}{} {:.6g}", i == 0 ? "" : ", ", robot.model().joints[robot.variables()[i]].name, state[i]);
  return text;
}

std::string trajectory_table(const Outcome& o) {
  using Align = TextTable::Align;
  TextTable table({{"a"},
                   {"b"},
                   {"time of first contact", Align::right},
                   {fmt::format("least distance [{}]", o.scene.units), Align::right},
                   {"joints at the first contact"}});
  std::uint64_t contacts = 0, near = 0;
  for (const RobotSweepPair& pair : o.result.pairs) {
    ++(pair.contact ? contacts : near);
    std::string least = "-";
    if (pair.least_distance)
      least = pair.contact ? "0"
                           : fmt::format("{:.7g} ({:.7g} to {:.7g}) at time {:.9g}", pair.least_distance->value,
                                         pair.least_distance->low, pair.least_distance->high, pair.least_distance->t);
    table.add({o.scene.object(pair.a).name, o.scene.object(pair.b).name,
               pair.contact ? fmt::format("{:.9g}", pair.contact->t) : "-", least,
               pair.contact ? joints_text(o.robot.robot, pair.contact->state) : "-"});
  }
  std::string found = contacts == 0 ? "no contact" : plural(contacts, "pair", "pairs") + " in contact";
  if (near > 0) found += ", " + plural(near, "pair", "pairs") + " near";
  return (table.empty() ? "" : table.text("  ") + '\n') +
         fmt::format("{} over {}, t = {:.9g} to {:.9g}: {}{} ({:.1f} ms)\n", plural(o.result.asked, "pair", "pairs"),
                     plural(o.path.times.size(), "waypoint", "waypoints"), o.path.times.front(), o.path.times.back(), found,
                     o.result.ignored == 0 ? "" : fmt::format("; {} ignored", plural(o.result.ignored, "pair", "pairs")),
                     o.result.ms);
}

}  // namespace

int sweep_robot(const TrajectoryArguments& arguments) {
  RobotSweepOptions options = sweep_options_of(arguments);
  const int threads = parse_threads("sweep", arguments.threads);
  Scene scene;
  std::vector<LoadedRobot> robots;
  JointTrajectory path;
  RobotSweepResult result;
  {
    ProgressBar bar(!arguments.quiet);
    scene = load_cell(arguments.scene, arguments.files, arguments.units, false, arguments.robot, robots, bar);
    if (robots.size() != 1)
      throw Error(ErrorCode::bad_argument, fmt::format("--trajectory {}: there are {} robots; a trajectory moves one.",
                                                       arguments.trajectory, robots.size()));
    add_rules(arguments.rules, scene);
    path = load_trajectory(arguments.trajectory, robots[0].robot, robots[0].state);
    stop_if_interrupted();
    options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
    options.is_cancelled = [] { return interrupted(); };
    const RobotCell cell(scene, robots[0].robot, robots[0].placed, {}, parse_word(arguments.open, OpenBodies::solid),
                         threads);
    result = cell.sweep(path, options);
  }
  const Outcome outcome{scene, robots[0], path, result, options};
  if (!arguments.json.empty()) write_text(arguments.json, trajectory_json(outcome));
  if (!arguments.quiet && arguments.json != "-") write_text("-", trajectory_table(outcome));
  return result.pairs.empty() ? kClean : kFindings;
}

}  // namespace impinge::cli
