// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <span>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/inputs.h"
#include "apps/cli/map/map_arguments.h"
#include "apps/cli/map/map_reports.h"
#include "apps/cli/page_arguments.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/reports.h"
#include "apps/cli/size_hint.h"

namespace impinge::cli {
namespace {

PairSource source_of(const MapArguments& arguments) {
  const std::span<const std::string> bodies(arguments.bodies);
  if (arguments.parts) return {bodies.front(), bodies.front() + " --parts", bodies.subspan(1), "part", "parts"};
  if (arguments.scene.empty()) return {};
  return {arguments.scene, "--scene " + arguments.scene, bodies};
}

void write_map_page(const MapReport& report, const MapArguments& arguments) {
  const bool files = arguments.scene.empty() && !arguments.parts;
  const std::string& source = arguments.parts ? arguments.bodies.front() : arguments.scene;
  ReportOptions page = to_page_options("map", arguments.page, source, files ? arguments.bodies : std::vector<std::string>{});
  page.pairs = {{.id = pair_id(report.scene, report.a, report.b), .finding = report.is_finding()}};
  write_report(report.scene, report.a, report.b, report.map, arguments.page.file, page);
}

void write_map_files(const MapReport& report, const MapArguments& arguments) {
  const Scene& scene = report.scene;
  const InterferenceMap& map = report.map;
  WritingBar writing(!arguments.quiet, 5);
  stop_if_interrupted();
  writing.next(arguments.output);
  if (!arguments.output.empty()) {
    write_map_picture(map, arguments.output,
                      {.a = scene.object(report.a).name,
                       .b = scene.object(report.b).name,
                       .units = scene.units,
                       .range = report.options.range});
  }
  stop_if_interrupted();
  writing.next(arguments.raw);
  if (!arguments.raw.empty()) {
    write_map_raw(map, arguments.raw, parse_word(arguments.layer, MapLayer::gap), scene.units);
  }
  stop_if_interrupted();
  writing.next(arguments.ply);
  if (!arguments.ply.empty()) write_map_mesh(scene, report.a, report.b, map, arguments.ply, report.options.range);
  writing.next(arguments.page.file);
  if (arguments.page.asked()) write_map_page(report, arguments);
  writing.next(arguments.json);
  if (!arguments.json.empty()) write_text(arguments.json, format_map_json(report));
}

int run_map(const MapArguments& arguments) {
  validate(arguments);
  MapOptions options = to_map_options(arguments);
  const Engine engine(to_engine_options(arguments), to_experiments(arguments));
  Scene scene;
  ObjectPair pair;
  InterferenceMap map;
  {
    ProgressBar bar(!arguments.quiet);
    scene = arguments.parts ? load_assembly({arguments.bodies.front()}, arguments.units, bar)
                            : load_inputs(arguments.scene, arguments.bodies, arguments.units, bar);
    pair = choose_pair(scene, "map", source_of(arguments));
    stop_if_interrupted();
    options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
    options.is_cancelled = [] { return interrupted(); };
    map = engine.map(scene, pair.a, pair.b, options);
  }
  const MapReport report{
      .scene = scene, .a = pair.a, .b = pair.b, .map = map, .options = options, .hint = input_hint(scene, {pair.a, pair.b})};
  write_map_files(report, arguments);
  if (!arguments.quiet && arguments.json != "-") write_text("-", format_map_table(report));
  return report.is_finding() ? kFindings : kClean;
}

}  // namespace

Command add_map(CLI::App& app) {
  CLI::App* map = app.add_subcommand("map", "Map gap, contact and penetration of two bodies, seen along a direction");
  const auto arguments = std::make_shared<MapArguments>();
  add_map_options(*map, *arguments);
  map->footer(
      "Examples:\n"
      "  impinge map upper.stl lower.stl --output bite.png --range 2\n"
      "  impinge map engine.3mf --parts plate pin\n"
      "  impinge map --scene cell.json plate pin --direction 0,0,1 --resolution 1024 --json -\n"
      "Colours: pale where there is only one body, green to blue by the width of a gap, yellow in contact, orange to\n"
      "dark red by the depth of a penetration.\n"
      "Contact, penetration and undecided are findings. Two meshes have the verdict of 'impinge check'; other shapes\n"
      "are seen only along the lines.\n" +
      std::string(kExitStatus) + kIgnoredPairs);
  return [arguments] { return run_map(*arguments); };
}

}  // namespace impinge::cli
