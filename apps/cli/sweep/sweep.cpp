// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/experiments.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/option_group.h"
#include "apps/cli/overlap/overlap_outputs.h"
#include "apps/cli/page_arguments.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/review/review_outputs.h"
#include "apps/cli/robot/sweep_robot.h"
#include "apps/cli/rules/finding_id.h"
#include "apps/cli/rules/rule_arguments.h"
#include "apps/cli/size_hint.h"
#include "apps/cli/sweep/sweep_reports.h"

namespace impinge::cli {
namespace {

struct SweepArguments {
  std::vector<std::string> files;
  std::string trajectory, units;
  RobotArguments robot;
  std::string scene, clearance, precision, threads, samples;
  std::string swept = to_string(Swept{}), parallel = to_string(Parallel{}), broad = to_string(Broad{}), swept_pairs;
  std::string backend = to_string(Backend{}), open = to_string(OpenBodies{});
  std::string json, csv, plot;
  RuleArguments rules;
  OverlapOutputs overlap;
  PageArguments page;
  ReviewOutputs review;
  bool velocity_backface = false, self = false, first_only = false, quiet = false;
};

[[noreturn]] void refuse_sweep(const std::string& message) { refuse_argument("sweep", message); }

void validate(const SweepArguments& arguments) {
  if (arguments.scene.empty()) refuse_sweep("no input: give --scene FILE.");
  std::vector<OutputOption> outputs = {
      {"--json", arguments.json}, {"--csv", arguments.csv}, {"--plot", arguments.plot}, {"--report", arguments.page.file}};
  for (const OutputOption& output : overlap_files(arguments.overlap, "--overlap")) outputs.push_back(output);
  for (const OutputOption& output : review_files(arguments.review)) outputs.push_back(output);
  std::vector<std::string> inputs = arguments.rules.files;
  inputs.push_back(arguments.scene);
  validate_outputs("sweep", outputs, inputs);
  validate_overlap_outputs("sweep", "--overlap", arguments.overlap);
  validate_page("sweep", arguments.page);
  validate_review_outputs("sweep", arguments.review);
  if (arguments.self && !arguments.clearance.empty()) refuse_sweep(kSelfClearance);
  if (!arguments.precision.empty() && arguments.clearance.empty())
    refuse_sweep("--precision applies to least distances; give --clearance too.");
  if (!arguments.csv.empty() && arguments.clearance.empty())
    refuse_sweep("--csv writes the curve of distances; give --clearance too.");
  if (!arguments.plot.empty() && arguments.plot != "-" && !arguments.plot.ends_with(".svg"))
    refuse_sweep(fmt::format("--plot {}: the plot is SVG; give a name that ends in .svg.", arguments.plot));
}

SweepOptions to_sweep_options(const SweepArguments& arguments) {
  SweepOptions options;
  options.velocity_backface = arguments.velocity_backface;
  options.self = arguments.self;
  options.open = parse_word(arguments.open, options.open);
  options.first_only = arguments.first_only;
  options.ignored = arguments.rules.list_ignored();
  set_overlap_options(arguments.overlap, options);
  options.clearance = parse_clearance("sweep", arguments.clearance);
  options.precision = parse_precision("sweep", arguments.precision, options.precision);
  if (!arguments.samples.empty())
    options.samples =
        parse_argument<int>("sweep", "--samples", arguments.samples, 1, 1000000, "a whole number from 1 to 1000000");
  return options;
}

EngineOptions to_engine_options(const SweepArguments& arguments) {
  return parse_engine_options("sweep", arguments.threads, arguments.backend);
}

Experiments to_experiments(const SweepArguments& arguments) {
  return parse_experiments({.broad = arguments.broad,
                            .swept = arguments.swept,
                            .swept_pairs = arguments.swept_pairs,
                            .parallel = arguments.parallel});
}

void require_motion(const Scene& scene, const SweepArguments& arguments) {
  for (const SceneObject& object : scene.objects())
    if (object.motion) {
      if (scene.objects().size() > 1 || arguments.self) return;
      throw Error(
          ErrorCode::bad_scene,
          fmt::format("{}: one object, so there is no pair to follow; add objects, or give --self.", arguments.scene));
    }
  throw Error(ErrorCode::bad_scene,
              fmt::format("{}: no object moves; give an object keyframes, a velocity or frames, or use 'impinge check'.",
                          arguments.scene));
}

Scene load_moving_scene(const std::string& file) {
  const InterruptEnds while_loading;
  return load_scene(file);
}

/// A robot goes by its joints: what the motions of a scene are asked beyond contacts and distances is not asked of it.
int run_trajectory(const SweepArguments& a) {
  const std::string what = a.trajectory.empty() ? a.files.front() : "--trajectory " + a.trajectory;
  if (a.trajectory.empty()) refuse_sweep(fmt::format("{}: give --trajectory FILE, which moves the robot.", what));
  if (!has_robot(a.files)) refuse_sweep(fmt::format("{}: give the robot too, a .urdf file.", what));
  const SweepArguments plain;
  if (a.self || a.first_only || a.velocity_backface || !a.csv.empty() || !a.plot.empty() || !a.samples.empty() ||
      a.overlap.any() || a.page.asked() || a.review.any() || a.swept != plain.swept || a.parallel != plain.parallel ||
      a.broad != plain.broad || a.backend != plain.backend || a.rules.list_ignored())
    refuse_sweep(
        fmt::format("{}: along a trajectory first contacts and least distances are found; of the other options "
                    "--scene, --rules, --ignore, --only, --open, --clearance, --precision, --threads, --quiet and "
                    "--json apply.",
                    what));
  if (!a.precision.empty() && a.clearance.empty())
    refuse_sweep("--precision applies to least distances; give --clearance too.");
  validate_units("sweep", a.units);
  std::vector<std::string> inputs = a.files;
  inputs.push_back(a.trajectory);
  if (!a.scene.empty()) inputs.push_back(a.scene);
  const OutputOption json{"--json", a.json};
  validate_outputs("sweep", {&json, 1}, inputs);
  return sweep_robot({a.trajectory, a.scene, a.files, a.units, a.clearance, a.precision, a.threads, a.open, a.json, a.robot,
                      a.rules, a.quiet});
}

// True if some overlap was written.
bool write_files(const SweepArguments& arguments, const SweepReport& report) {
  WritingBar writing(!arguments.quiet, 6);
  writing.next(arguments.page.file);
  if (arguments.page.asked()) {
    ReportOptions page = to_page_options("sweep", arguments.page, arguments.scene, {});
    page.pairs = page_pairs(report);
    write_report(report.scene, report.result, arguments.page.file, page);
  }
  writing.next(arguments.csv);
  if (!arguments.csv.empty()) write_text(arguments.csv, format_curve_csv(report));
  writing.next(arguments.plot);
  if (!arguments.plot.empty()) write_text(arguments.plot, format_plot_svg(report));
  writing.next(arguments.json);
  if (!arguments.json.empty()) write_text(arguments.json, format_json(report));
  writing.next(arguments.overlap.prints() ? "-" : "overlaps");
  const bool overlap_written = write_overlap_files(report.scene, overlaps_of(report.result), arguments.overlap);
  writing.next(arguments.review.prints() ? "-" : arguments.review.any() ? "reviews" : "");
  if (arguments.review.any()) {
    Review review = review_of(report.scene, report.result, pair_ids(report.scene, report.result));
    review.scene_file = arguments.scene;
    write_review_files("sweep", review, arguments.review, Backend::cpu);
  }
  return overlap_written;
}

int run_sweep(const SweepArguments& arguments) {
  if (!arguments.trajectory.empty() || !arguments.files.empty()) return run_trajectory(arguments);
  if (arguments.robot.any() || !arguments.units.empty())
    refuse_sweep("--units, --state, --joint and other options of robots need a robot and --trajectory FILE.");
  validate(arguments);
  SweepOptions options = to_sweep_options(arguments);
  const OverlapAsked asked = asked_of(options);
  if (arguments.page.asked() && !arguments.first_only) ask_for_overlaps(options);
  const Engine engine(to_engine_options(arguments), to_experiments(arguments));
  Scene scene;
  SweepResult result;
  {
    ProgressBar bar(!arguments.quiet);
    scene = load_moving_scene(arguments.scene);
    require_motion(scene, arguments);
    add_rules(arguments.rules, scene);
    stop_if_interrupted();
    options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
    options.is_cancelled = [] { return interrupted(); };
    result = engine.sweep(scene, options);
  }
  const SweepReport report{scene, result, options.clearance, asked, options.open, input_hint(scene)};
  const bool overlap_written = write_files(arguments, report);
  const bool output_taken = arguments.json == "-" || arguments.csv == "-" || arguments.plot == "-" ||
                            arguments.overlap.prints() || arguments.review.prints();
  if (!arguments.quiet && !output_taken)
    write_text("-", format_table(report) + unwritten_text(arguments.overlap, overlap_written));
  return count_findings(report) == 0 ? kClean : kFindings;
}

void add_options(CLI::App& command, SweepArguments& a) {
  const OptionGroup input(command, "Input"), query(command, "Query"), overlap(command, "Overlap, at the worst moment"),
      method(command, "Method"), output(command, "Output");
  command.add_option("files", a.files, "With --trajectory: a robot (.urdf), and meshes around it")->type_name("FILE");
  input.text("--scene", a.scene, "FILE", "Scene file (impinge.scene/1) with objects that move");
  input.text("--trajectory", a.trajectory, "FILE.csv|.yaml", "Times and joint values that move the robot");
  input.text("--units", a.units, "UNIT", "Unit of length around a robot: m, cm, mm, um, in or ft [m]");
  add_robot_options(command, a.robot);
  query.text("--clearance", a.clearance, "LENGTH", "Also find pairs that come this close at any moment");
  query.text("--precision", a.precision, "SHARE", "How tightly least distances are bounded, relative to them [0.001]");
  query.text("--samples", a.samples, "N", "Sample the curve of distances at this many moments or more [64]");
  query.word("--open", a.open, words_of<OpenBodies>(),
             "How to take a mesh that is not closed: as what is left of a solid, or as a mere surface [solid]");
  query.flag("--self", a.self, "Also check each object against itself");
  add_rule_options(command, a.rules, "Rules");
  query.flag("--first-only", a.first_only, "First contacts only: no intervals, no worst moments");
  add_overlap_solid(overlap, a.overlap);
  add_overlap_outputs(overlap, a.overlap);
  method.word("--swept-pairs", a.swept_pairs, words_of<SweptPairs>(),
              "What finds the face pairs that may come into contact [trees]");
  method.word("--swept", a.swept, words_of<Swept>(),
              "How a face pair is tested [exact]; hull: by the hulls of their paths, simple to verify, may over-report");
  method.word("--parallel", a.parallel, words_of<Parallel>(),
              "How threads share the tests [spmd]; producer: while face pairs are still being found");
  method.word("--broad", a.broad, {to_string(Broad::sweep_boxes), to_string(Broad::brute_boxes)},
              "How object pairs are found [sweep_boxes]");
  method.flag("--velocity-backface", a.velocity_backface,
              "First drop faces that move away from the other body; the answer says what that saved");
  method.word(
      "--backend", a.backend, words_of<Backend>(),
      "What examines faces for --velocity-backface [cpu]; auto: a graphics card if there is one, see 'impinge info'");
  method.text("--threads", a.threads, "N", "Threads to use, at most one per core [all cores]");
  output.flag("--quiet", a.quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--json", a.json, "FILE|-", "Write the answer as JSON (impinge.sweep/1); - prints only the JSON");
  output.text("--csv", a.csv, "FILE.csv", "Write the curve of distances, rows t,a,b,distance");
  output.text("--plot", a.plot, "FILE.svg", "Write a plot of contacts and distances over time");
  add_page_options(output, a.page);
  add_review_outputs(OptionGroup(command, "Output for other tools"), a.review, false);
}

}  // namespace

Command add_sweep(CLI::App& app) {
  CLI::App* sweep = app.add_subcommand("sweep", "Follow the motion of a scene: who touches whom, when, for how long");
  const auto arguments = std::make_shared<SweepArguments>();
  add_options(*sweep, *arguments);
  sweep->footer(
      "Examples:\n"
      "  impinge sweep --scene press.json --clearance 0.5 --plot press.svg\n"
      "  impinge sweep --scene cloth.json --self --json -\n"
      "  impinge sweep robot.urdf cell.stl --trajectory path.csv --clearance 0.02\n"
      "A first contact is never later than the truth, and early by at most 1e-6 of the step it falls into, unless the\n"
      "bodies graze within rounding or within what they move in that time.\n"
      "A sweep takes from the rules which pairs to ask about and which to ignore; their limits are for 'impinge check'.\n"
      "A clearance is kept, or not, at every moment of the motion, not only at those sampled.\n" +
      std::string(kExitStatus) + kIgnoredPairs);
  return [arguments] { return run_sweep(*arguments); };
}

}  // namespace impinge::cli
