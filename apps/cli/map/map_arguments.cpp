// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/map/map_arguments.h"

#include <fmt/format.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <limits>

#include "apps/cli/arguments.h"
#include "apps/cli/option_group.h"
#include "apps/cli/view_arguments.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr std::string_view kMap = "map";
constexpr int kMaxResolution = 8192;

void validate_bodies(const MapArguments& arguments) {
  const std::size_t count = arguments.bodies.size();
  if (arguments.parts) {
    if (!arguments.scene.empty())
      refuse_argument(kMap, "--scene and --parts: give an object of the scene \"parts\": true instead.");
    if (count != 1 && count != 3)
      refuse_argument(kMap, fmt::format("--parts and {}: give one file and the names of two parts of it, or the file alone "
                                        "if it has no more than two.",
                                        plural(count, "argument", "arguments")));
    return;
  }
  if (!arguments.scene.empty()) {
    if (count == 0 || count == 2) return;
    refuse_argument(kMap, fmt::format("--scene {} and {}: give the names of two objects, or none if the scene has "
                                      "no more than two.",
                                      arguments.scene, plural(count, "name", "names")));
  }
  if (count == 0) refuse_argument(kMap, "no input: give two mesh files, or --scene FILE.");
  if (count == 1) {
    refuse_argument(kMap, fmt::format("{} alone: give a second file; a map shows two bodies.", arguments.bodies.front()));
  }
  if (count > 2) {
    refuse_argument(kMap, fmt::format("{} and {} more files: a map shows two bodies; give two files.",
                                      arguments.bodies.front(), count - 1));
  }
}

void validate_map_files(const MapArguments& arguments) {
  const OutputOption outputs[] = {{"--output", arguments.output},
                                  {"--raw", arguments.raw},
                                  {"--ply", arguments.ply},
                                  {"--json", arguments.json},
                                  {"--report", arguments.page.file}};
  std::vector<std::string> inputs;
  if (arguments.parts) {
    inputs = {arguments.bodies.front()};
  } else if (arguments.scene.empty()) {
    inputs = arguments.bodies;
  } else {
    inputs.push_back(arguments.scene);
  }
  validate_outputs(kMap, outputs, inputs);
  validate_page(kMap, arguments.page);
  require_ending(kMap, "--output", arguments.output, {".png"});
  require_ending(kMap, "--raw", arguments.raw, {".pfm", ".tif", ".tiff"});
  require_ending(kMap, "--ply", arguments.ply, {".ply"});
}

double parse_length(std::string_view option, const std::string& text, std::string_view wanted) {
  return parse_argument<double>(kMap, option, text, 0.0, std::numeric_limits<double>::max(), wanted);
}

}  // namespace

void add_map_options(CLI::App& command, MapArguments& arguments) {
  command
      .add_option("bodies", arguments.bodies,
                  fmt::format("Two mesh files ({}), or with --scene the names of two objects, or with --parts a file and "
                              "the names of two parts",
                              mesh_formats()))
      ->type_name("A B");
  const OptionGroup input(command, "Input"), view(command, "View"), method(command, "Method"), output(command, "Output");
  input.text("--scene", arguments.scene, "FILE", "Scene file (impinge.scene/1) instead of mesh files");
  input.flag("--parts", arguments.parts, "The bodies are nodes of a glTF or COLLADA file, or items of a 3MF file");
  input.text("--units", arguments.units, "UNIT", "Unit of length: m, cm, mm, um, in or ft [mm]; a scene file has its own");

  view.text("--resolution", arguments.resolution, "1..8192", "Lines along the longer side of the window [512]");
  add_refinement(view, arguments.refine, arguments.error,
                 "Halve cells that leave volume, area or depth uncertain, at most this many times [0]");
  view.text("--direction", arguments.direction, "X,Y,Z", "Direction to look along [chosen by --choose]");
  add_view_choice(command, arguments.choose, arguments.directions, arguments.zlist, "View", "Method");
  view.flag("--close-scans", arguments.close_scans,
            "Close open surfaces to solids by their outlines, along the view and away from the other body");
  view.text("--range", arguments.range, "LENGTH", "Leave out gaps wider than this [inf]");
  view.text("--tolerance", arguments.tolerance, "LENGTH", "Treat an overlap no deeper than this as contact [0]");
  command
      .add_option("--parting", arguments.partings,
                  "Also report how far b must move along this direction to clear a; may be repeated")
      ->type_name("X,Y,Z")
      ->group("View")
      ->allow_extra_args(false);

  method.word("--backend", arguments.backend, words_of<Backend>(),
              "What draws the lines [cpu]; auto: a graphics card if there is one, see 'impinge info'");
  method.word("--drawing", arguments.drawing, {"compute", "raster"},
              "How a card draws the bounds: by compute shaders, or its rasteriser [compute]");
  method.text("--threads", arguments.threads, "N", "Threads to use, at most one per core [all cores]");

  output.flag("--quiet", arguments.quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--output", arguments.output, "FILE.png", "Write the map as a picture with legend and scale bar");
  output.text("--raw", arguments.raw, "FILE.pfm|.tif", "Write the gap on each line as 32-bit floats, penetration < 0");
  output.word("--layer", arguments.layer, words_of<MapLayer>(),
              "What --raw writes: the gap, or the lower bound of the distance [gap]");
  output.text("--ply", arguments.ply, "FILE.ply", "Write both bodies, with distances and colours at their vertices");
  add_page_options(output, arguments.page);
  output.text("--json", arguments.json, "FILE|-", "Write the numbers as JSON (impinge.map/1); - prints only the JSON");
}

void validate(const MapArguments& arguments) {
  validate_bodies(arguments);
  validate_units(kMap, arguments.units);
  to_map_options(arguments);
  to_engine_options(arguments);
  validate_map_files(arguments);
}

MapOptions to_map_options(const MapArguments& arguments) {
  MapOptions options;
  if (!arguments.resolution.empty()) {
    options.view.resolution =
        parse_argument<int>(kMap, "--resolution", arguments.resolution, 1, kMaxResolution, "a whole number from 1 to 8192");
  }
  set_refinement(kMap, arguments.refine, arguments.error, options.refine, options.error);
  std::string choose = arguments.choose;
  if (arguments.direction == "faces" || arguments.direction == "boxes") {  // what --choose was spelt as once
    if (!choose.empty() && choose != arguments.direction)
      refuse_argument(kMap,
                      fmt::format("--direction {} and --choose {}: give one or the other.", arguments.direction, choose));
    choose = arguments.direction;
  } else if (!arguments.direction.empty()) {
    options.view.direction = parse_direction(kMap, "--direction", arguments.direction, "three numbers such as 0,0,1");
  }
  set_view_choice(kMap, choose, arguments.directions, options.view);
  options.close_scans = arguments.close_scans;
  if (!arguments.range.empty() && arguments.range != "inf") {
    options.range = parse_length("--range", arguments.range, "a length of 0 or more, such as 2.5, or inf");
  }
  if (!arguments.tolerance.empty()) {
    options.tolerance = parse_length("--tolerance", arguments.tolerance, "a length of 0 or more, such as 0.01");
  }
  for (const std::string& parting : arguments.partings) {
    options.directions.push_back(parse_direction(kMap, "--parting", parting, "three numbers such as 1,0,0"));
  }
  return options;
}

EngineOptions to_engine_options(const MapArguments& arguments) {
  return parse_engine_options(kMap, arguments.threads, arguments.backend);
}

Experiments to_experiments(const MapArguments& arguments) {
  return parse_experiments({.zlist = arguments.zlist, .drawing = arguments.drawing});
}

}  // namespace impinge::cli
