// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/overlap/overlap_arguments.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr std::string_view kOverlap = "overlap";

void validate_bodies(const OverlapArguments& arguments) {
  const std::size_t count = arguments.bodies.size();
  if (!arguments.scene.empty()) {
    if (count == 0 || count == 2) return;
    refuse_argument(kOverlap, fmt::format("--scene {} and {}: give the names of two objects, or none if the scene has no "
                                          "more than two.",
                                          arguments.scene, plural(count, "name", "names")));
  }
  if (count == 0) refuse_argument(kOverlap, "no input: give two mesh files, or --scene FILE.");
  if (count == 1)
    refuse_argument(kOverlap, fmt::format("{} alone: two bodies overlap; give two files.", arguments.bodies.front()));
  if (count != 2)
    refuse_argument(kOverlap, fmt::format("{} and {} more: two bodies overlap; give two files.", arguments.bodies.front(),
                                          plural(count - 1, "file", "files")));
}

/// Contacts and ways out belong to the pair, not to its union or difference.
void validate_combination(const OverlapArguments& arguments) {
  const OverlapOutputs& outputs = arguments.outputs;
  const bool of_pair = outputs.patches || outputs.parting || !outputs.contacts.empty() || !outputs.curves.empty();
  if (arguments.is_intersection() || !(of_pair || !arguments.picture.file.empty())) return;
  refuse_argument(kOverlap, fmt::format("--combine {}: --contacts, --curves, --patches, --parting and --picture are about "
                                        "the overlap; omit them, or --combine.",
                                        arguments.combine));
}

}  // namespace

Combination OverlapArguments::how() const { return parse_word(combine, Combination::intersection); }

void add_overlap_options(CLI::App& command, OverlapArguments& arguments) {
  command
      .add_option("bodies", arguments.bodies,
                  fmt::format("Two mesh files ({}), or with --scene the names of two objects", mesh_formats()))
      ->type_name("A B");
  const OptionGroup input(command, "Input"), query(command, "Query"), output(command, "Output");
  input.text("--scene", arguments.scene, "FILE", "Scene file (impinge.scene/1) instead of mesh files");
  input.text("--units", arguments.units, "UNIT", "Unit of length: m, cm, mm, um, in or ft [mm]; a scene file has its own");
  query.word("--combine", arguments.combine, words_of<Combination>(),
             "What the two have in common, both together, or a without b [intersection]");
  add_overlap_outputs(query, arguments.outputs);
  query.text("--threads", arguments.threads, "N", "Threads to use, at most one per core [all cores]");
  output.flag("--quiet", arguments.quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--output", arguments.outputs.solid, "FILE",
              fmt::format("Write the solid ({})", one_of(written_mesh_endings())));
  output.text("--json", arguments.json, "FILE|-", "Write the numbers as JSON (impinge.overlap/1); - prints only the JSON");
  add_picture_options(output, arguments.picture, "Write a picture of the overlap inside transparent bodies");
}

void validate(const OverlapArguments& arguments) {
  validate_bodies(arguments);
  validate_units(kOverlap, arguments.units);
  parse_threads(kOverlap, arguments.threads);
  validate_combination(arguments);
  const OverlapOutputs& outputs = arguments.outputs;
  std::vector<OutputOption> files = overlap_files(outputs, "--output");
  files.push_back({"--json", arguments.json});
  files.push_back({"--picture", arguments.picture.file});
  const std::vector<std::string> inputs = arguments.scene.empty() ? arguments.bodies : std::vector{arguments.scene};
  validate_outputs(kOverlap, files, inputs);
  validate_overlap_outputs(kOverlap, "--output", outputs);
  validate_picture(kOverlap, arguments.picture);
  if (arguments.picture.file.empty() && !(arguments.picture.view.empty() && arguments.picture.size.empty()))
    refuse_argument(kOverlap, "--view and --size apply to a picture; give --picture FILE.png too.");
}

CheckOptions to_check_options(const OverlapArguments& arguments) {
  CheckOptions options;
  if (!arguments.is_intersection()) {
    options.face_pairs = false;
    return options;
  }
  set_overlap_options(arguments.outputs, options);
  options.overlap = true;
  return options;
}

}  // namespace impinge::cli
