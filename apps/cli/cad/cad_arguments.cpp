// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/cad/cad_arguments.h"

#include <fmt/format.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/option_group.h"

namespace impinge::cli {
namespace {

template <class Number>
Number number_of(const char* option, const std::string& text, Number otherwise, Number low, Number high,
                 const char* wanted) {
  return text.empty() ? otherwise : parse_argument<Number>("check", option, text, low, high, wanted);
}

constexpr double kLeastChord = 1e-9;

}  // namespace

void add_cad_options(CLI::App& command, CadArguments& arguments) {
  const OptionGroup cad(command, "CAD files");
  cad.text("--depth", arguments.depth, "N", "Levels of the assembly; what lies deeper is joined to one object [all]");
  cad.text("--chord", arguments.chord, "LENGTH",
           "Refine facets until a pair is decided, or they are this near to the true surfaces [0.001]");
  cad.text("--deflection", arguments.deflection, "MM",
           "How far facets of the first tessellation may lie from the surface, in mm [1/1000 of each shape's size]");
  cad.flag("--heal", arguments.heal, "Sew loose faces and mend invalid solids; every step is listed");
  cad.text("--time-limit", arguments.time_limit, "SECONDS", "Give up on a file that takes longer than this to read [600]");
}

bool any_cad(const std::vector<std::string>& files) {
  return std::any_of(files.begin(), files.end(), [](const std::string& file) { return is_cad_file(file); });
}

void validate_cad(const CadArguments& arguments, const std::vector<std::string>& files) {
  to_cad_settle(arguments);
  ProgressBar none(false);
  to_cad_load(arguments, "mm", "", none);
  if (any_cad(files)) return;
  for (const auto& [option, given] : {std::pair{"--depth", !arguments.depth.empty()},
                                      {"--chord", !arguments.chord.empty()},
                                      {"--deflection", !arguments.deflection.empty()},
                                      {"--time-limit", !arguments.time_limit.empty()},
                                      {"--heal", arguments.heal}})
    if (given) refuse_argument("check", fmt::format("{} has no effect; it is used by STEP, IGES and BREP files.", option));
}

CadLoadOptions to_cad_load(const CadArguments& arguments, const std::string& units, const std::string& threads,
                           ProgressBar& bar) {
  CadLoadOptions options;
  if (!units.empty()) options.units = units;
  if (!arguments.depth.empty())
    options.depth = number_of("--depth", arguments.depth, 1, 1, 1000, "a whole number of 1 or more");
  options.deflection = number_of("--deflection", arguments.deflection, 0.0, 1e-6, 1e6, "a length in mm, such as 0.1");
  options.seconds = number_of("--time-limit", arguments.time_limit, options.seconds, 0.1, 1e6, "seconds, such as 60");
  options.heal = arguments.heal;
  options.threads = parse_threads("check", threads);
  options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
  return options;
}

CadSettleOptions to_cad_settle(const CadArguments& arguments) {
  CadSettleOptions options;
  options.chord =
      number_of("--chord", arguments.chord, options.chord, kLeastChord, 1e9, "a length greater than 0, such as 0.001");
  return options;
}

Scene load_cad_inputs(const std::vector<std::string>& files, const CadLoadOptions& options, CadScene& cad,
                      ProgressBar& bar) {
  const InterruptEnds while_loading;
  Scene scene;
  scene.units = options.units;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path file = files[i];
    const std::string stem = file.stem().string();
    bar.update("load", static_cast<double>(i) / static_cast<double>(files.size()));
    if (is_cad_file(file))
      cad.load(file, scene, files.size() > 1 ? stem + "/" : "", options);
    else
      scene.add(stem, load_mesh(file, {.units = scene.units}));
  }
  return scene;
}

void print_notes(const CadScene& cad) {
  for (const std::string& note : cad.notes()) std::fputs(fmt::format("note: {}\n", note).c_str(), stderr);
}

}  // namespace impinge::cli
