// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "apps/cli/arguments.h"
#include "apps/cli/check/bounded.h"
#include "apps/cli/check/check_arguments.h"
#include "apps/cli/check/check_review.h"
#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/baseline.h"
#include "apps/cli/rules/decided.h"
#include "apps/cli/rules/rule_report.h"
#include "apps/cli/size_hint.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

/// A scene of one object has nothing to be checked against; a clean answer would claim what nobody looked at.
void require_pairs(const Scene& scene, const CheckArguments& arguments) {
  if (arguments.self ? !scene.objects().empty() : scene.objects().size() > 1) return;
  const std::string& input = arguments.scene.empty() ? arguments.files.front() : arguments.scene;
  throw Error(ErrorCode::bad_scene,
              fmt::format("{}: {}, so there is no pair to check; add objects{}.", input,
                          plural(scene.objects().size(), "object", "objects"), arguments.self ? "" : ", or give --self"));
}

void require_clean(const Scene& scene) {
  std::string flaws;
  for (const SceneObject& object : scene.objects()) {
    if (object.mesh.report().clean()) continue;
    const std::string& origin = object.mesh.origin();
    flaws += fmt::format("{}: {}\n", origin.empty() ? object.name : origin, describe_findings(object.mesh.report()));
  }
  if (flaws.empty()) return;
  throw Error(ErrorCode::bad_mesh,
              flaws + "Repair the mesh ('impinge mend IN OUT' does what is safe), or omit --strict to check it as it is.");
}

/// What a page shows of overlaps beyond what was asked for, where the method decides face pairs.
void ask_for_page(const CheckArguments& arguments, CheckOptions& options) {
  if (!decides_faces(arguments) || arguments.verdicts) return;
  ask_for_overlaps(options);
  options.volume = true;
}

/// Writes the page, then forgets what was computed for it alone, so that the other outputs are what they are without it.
void write_page(const CheckArguments& arguments, const Report& report, CheckResult& result) {
  ReportOptions page = to_page_options("check", arguments.page, arguments.scene, arguments.files);
  page.pairs = page_pairs(report);
  if (report.decided != nullptr) page.decisions = report.decided->all;
  write_report(report.scene, result, arguments.page.file, page);
  if (arguments.volume || !arguments.tolerance.empty()) return;
  for (PairAnswer& pair : result.pairs) {
    pair.overlap_volume.reset();
    pair.depth.reset();
    pair.depth_direction.reset();
  }
}

/// What is checked: robots in their cell, solids of CAD files, an assembly, a scene, or an object for each file.
Scene read_input(const CheckArguments& arguments, std::vector<LoadedRobot>& robots, std::optional<CadScene>& cad,
                 ProgressBar& bar) {
  if (has_robot(arguments.files))
    return load_cell(arguments.scene, arguments.files, arguments.units, arguments.parts, arguments.robot, robots, bar);
  if (any_cad(arguments.files))
    return load_cad_inputs(arguments.files, to_cad_load(arguments.cad, arguments.units, arguments.threads, bar),
                           cad.emplace(), bar);
  if (opens_by_index(arguments)) return open_by_index(arguments, bar);
  if (arguments.parts) return load_assembly(arguments.files, arguments.units, bar);
  return load_inputs(arguments.scene, arguments.files, arguments.units, bar);
}

// True if some overlap was written.
bool write_files(const CheckArguments& arguments, const Report& report, CheckResult& result, const PictureOptions& picture) {
  WritingBar writing(!arguments.quiet, 7);
  writing.next(arguments.page.file);
  if (arguments.page.asked()) write_page(arguments, report, result);
  writing.next(arguments.csv);
  if (!arguments.csv.empty()) write_text(arguments.csv, format_pairs_csv(report));
  writing.next(arguments.face_pairs);
  if (!arguments.face_pairs.empty()) write_text(arguments.face_pairs, format_face_pairs_csv(report));
  writing.next(arguments.overlap.prints() ? "-" : wants_overlaps(arguments) ? "overlaps" : "");
  const bool overlap_written = write_overlap_files(report.scene, result, arguments.overlap);
  writing.next(arguments.picture.file);
  if (!arguments.picture.file.empty()) write_picture(report.scene, result, arguments.picture.file, picture);
  writing.next(arguments.json);
  if (!arguments.json.empty()) write_text(arguments.json, format_json(report));
  writing.next(arguments.review.prints() ? "-" : arguments.review.any() ? "reviews" : "");
  if (arguments.review.any())
    write_review_files("check", review_of(report, arguments.scene), arguments.review, picture.backend);
  return overlap_written;
}

void write_answer(const CheckArguments& arguments, const Report& report, CheckResult& result,
                  const PictureOptions& picture) {
  const bool overlap_written = write_files(arguments, report, result, picture);
  const bool output_taken = arguments.json == "-" || arguments.csv == "-" || arguments.face_pairs == "-" ||
                            arguments.overlap.prints() || arguments.review.prints();
  if (!arguments.quiet && !output_taken)
    write_text("-", format_table(report) + unwritten_text(arguments.overlap, overlap_written));
}

int status_of(const Report& report) {
  if (!report.trouble.empty()) return kTrouble;
  const bool unread = report.cad != nullptr && report.cad->stats().unread > 0;
  const auto findings = report.baseline != nullptr ? report.baseline->count_new() : count_findings(report);
  return findings == 0 && !unread ? kClean : kFindings;
}

std::optional<Findings> load_baseline(const CheckArguments& arguments) {
  if (arguments.baseline.empty()) return {};
  const InterruptEnds while_loading;
  return load_findings(arguments.baseline);
}

}  // namespace

int run_check(const CheckArguments& arguments, const CheckElsewhere& elsewhere) {
  validate(arguments);
  CheckOptions options = to_check_options(arguments);
  const std::optional<Findings> before = load_baseline(arguments);
  std::optional<Decided> decided;
  std::vector<Decision> decisions;
  if (!arguments.decisions.empty()) decisions = load_decisions(arguments.decisions);
  const OverlapAsked asked = asked_of(options);
  if (wants_overlaps(arguments)) options.overlap = options.curves = true;
  if (arguments.page.asked()) ask_for_page(arguments, options);
  const Engine engine(to_engine_options(arguments), to_experiments(arguments));
  Scene scene;
  std::vector<LoadedRobot> robots;
  CheckResult result;
  PictureOptions picture;
  std::optional<CadScene> cad;
  FoundElsewhere found;
  {
    ProgressBar bar(!arguments.quiet);
    scene = read_input(arguments, robots, cad, bar);
    require_pairs(scene, arguments);
    add_rules(arguments.rules, scene);
    picture = to_picture_options(arguments, scene);
    if (arguments.strict) require_clean(scene);
    stop_if_interrupted();
    options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
    options.is_cancelled = [] { return interrupted(); };
    if (arguments.plan) return run_plan(arguments, engine, scene, options);
    if (elsewhere) {
      bar.clear();
      found = elsewhere(arguments, scene, options);
      result = std::move(found.result);
    } else {
      result = cad ? cad->check(engine, scene, options, to_cad_settle(arguments.cad)) : engine.check(scene, options);
    }
    if (!cad) doubt_facets(scene, result);
  }
  if (cad && !arguments.quiet) print_notes(*cad);
  Report report{.scene = scene,
                .result = result,
                .touching_is_finding = arguments.touching == "report",
                .sampled_is_finding = arguments.sampled == "report",
                .self = arguments.self,
                .verdicts = arguments.verdicts,
                .volume = arguments.volume,
                .overlap = asked,
                .hint = cad ? size_hint(scene) : input_hint(scene),
                .ids = pair_ids(scene, result),
                .causes = arguments.group,
                .stats = !arguments.no_stats,
                .robots = robot_states(robots),
                .trouble = found.trouble,
                .cad = cad ? &*cad : nullptr};
  if (!arguments.decisions.empty()) {
    decided = decide(std::move(decisions), report.ids, result);
    report.decided = &*decided;
  }
  Comparison comparison;
  if (before) {
    comparison = compare(*before, findings_of(report));
    report.baseline = &comparison;
  }
  write_answer(arguments, report, result, picture);
  return status_of(report);
}

Command add_check(CLI::App& app) {
  CLI::App* check = app.add_subcommand("check", "Check mesh files, or the objects of a scene, against each other");
  const auto arguments = std::make_shared<CheckArguments>();
  add_check_options(*check, *arguments);
  check->footer(
      "Examples:\n"
      "  impinge check lid.stl box.stl --clearance 0.2\n"
      "  impinge check --scene cell.json --json - --touching ignore\n"
      "  impinge check gearbox.step --clearance 0.1\n"
      "  impinge check engine.3mf --parts --ignore 'bolt*:nut*'\n"
      "  impinge check --scene plant.json --memory 2G\n"
      "  impinge check --scene cell.json --rules rules.json --baseline main.json --json branch.json\n"
      "Verdicts: near, touching, crossing, a_in_b, b_in_a, same, undecided. Disjoint pairs are not listed, unless they\n"
      "were only sampled along lines, as those with a shape without faces are.\n"
      "As soon as a rule asks about pairs, pairs that no rule asks about are not checked; docs/rules.md has the rest.\n"
      "A verdict is 'likely' where an open body has no exact inside, 'undecided' where its winding number does not\n"
      "settle it either.\n" +
      std::string(kExitStatus) + kIgnoredPairs);
  return [arguments] { return run_check(*arguments); };
}

}  // namespace impinge::cli
