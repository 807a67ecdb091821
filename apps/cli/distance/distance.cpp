// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/distance/distance_answer.h"
#include "apps/cli/inputs.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/wording.h"
#include "src/base/stopwatch.h"

namespace impinge::cli {
namespace {

/// The object of the scene that was named, or the only one there is.
ObjectId choose_body(const Scene& scene, const DistanceArguments& arguments) {
  if (arguments.scene.empty()) return {0};
  if (!arguments.body.empty()) return scene.find(arguments.body);
  if (scene.objects().size() == 1) return {0};
  throw Error(
      ErrorCode::bad_scene,
      fmt::format("{}: {}, but points are measured against one; name it, as in 'impinge distance {} --scene {} plate'.",
                  arguments.scene, plural(scene.objects().size(), "object", "objects"), arguments.points, arguments.scene));
}

DistanceAnswer find_answer(const DistanceArguments& arguments) {
  PointOptions options = to_point_options(arguments);
  Engine engine(parse_engine_options("distance", arguments.threads, "cpu"));
  DistanceAnswer answer;
  answer.limits = parse_limits(arguments);
  ProgressBar bar(!arguments.quiet);
  answer.scene = load_inputs(arguments.scene, {arguments.body}, arguments.units, bar);
  answer.body = choose_body(answer.scene, arguments);
  {
    const InterruptEnds while_loading;
    answer.cloud = load_points(arguments.points, {.units = answer.scene.units});
  }
  answer.a = std::filesystem::path(arguments.points).stem().string();
  answer.b = answer.scene.object(answer.body).name;
  stop_if_interrupted();
  options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
  options.is_cancelled = [] { return interrupted(); };
  const Stopwatch watch;
  answer.points = engine.points(answer.scene, answer.body, answer.cloud.points, options);
  answer.milliseconds = watch.ms();
  return answer;
}

int run_distance(const DistanceArguments& arguments) {
  validate(arguments);
  const DistanceAnswer answer = find_answer(arguments);
  const DistanceSummary summary = summary_of(answer, parse_bins(arguments));
  const DistanceColours colours{parse_colour_range(arguments), fmt::format("{} against {}", answer.a, answer.b),
                                answer.scene.units};
  WritingBar writing(!arguments.quiet, 4);
  writing.next(arguments.output);
  if (!arguments.output.empty()) write_points(answer.cloud, answer.points.distances, arguments.output, colours);
  writing.next(arguments.picture.file);
  if (!arguments.picture.file.empty())
    write_distance_picture(answer.cloud, answer.points.distances, arguments.picture.file, colours,
                           parse_picture("distance", arguments.picture));
  writing.next(arguments.csv);
  if (!arguments.csv.empty()) write_text(arguments.csv, format_distance_csv(answer));
  writing.next(arguments.json);
  if (!arguments.json.empty()) write_text(arguments.json, format_distance_json(answer, summary));
  writing.next("-");
  if (!arguments.quiet && arguments.json != "-" && arguments.csv != "-")
    write_text("-", format_distance_table(answer, summary));
  return summary.is_finding() ? kFindings : kClean;
}

}  // namespace

Command add_distance(CLI::App& app) {
  CLI::App* command = app.add_subcommand("distance", "Measure how far each point of a scan is from a part, negative inside");
  const auto arguments = std::make_shared<DistanceArguments>();
  add_distance_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  impinge distance scan.ply part.stl --output coloured.ply --picture scan.png\n"
      "  impinge distance cloud.xyz part.stl --min=-0.1 --max 0.1 --json -\n"
      "  impinge distance probe.csv --scene cell.json housing --csv distances.csv\n"
      "Inside, outside and on are exact for closed bodies; for others winding numbers decide, and the answer says so.\n"
      "Exit status: 0 all distances keep --min and --max, 1 some do not, 2 trouble (130 after Ctrl-C).");
  return [arguments] { return run_distance(*arguments); };
}

}  // namespace impinge::cli
