// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/distance/distance_arguments.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <limits>

#include "apps/cli/arguments.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr std::string_view kDistance = "distance";
constexpr double kLargest = std::numeric_limits<double>::max();

std::optional<double> parse_limit(const char* option, const std::string& text) {
  if (text.empty()) return {};
  return parse_argument<double>(kDistance, option, text, -kLargest, kLargest, "a signed distance, negative inside");
}

double parse_length(const char* option, const std::string& text) {
  return parse_argument<double>(kDistance, option, text, std::numeric_limits<double>::min(), kLargest,
                                "a length greater than 0");
}

}  // namespace

void add_distance_options(CLI::App& command, DistanceArguments& a) {
  command.add_option("points", a.points, "Points: a cloud or the vertices of a mesh (PLY, OBJ, STL, XYZ, CSV …)")
      ->type_name("A");
  command
      .add_option("body", a.body,
                  fmt::format("What they are measured against: a mesh file ({}), or with --scene the name of an object",
                              mesh_formats()))
      ->type_name("B");
  const OptionGroup input(command, "Input"), query(command, "Query"), output(command, "Output");
  input.text("--scene", a.scene, "FILE", "Scene file (impinge.scene/1) that has B");
  input.text("--units", a.units, "UNIT", "Unit of length: m, cm, mm, um, in or ft [mm]; a scene file has its own");
  query.text("--min", a.least, "D", "Exit status 1 if a distance is less than D; negative inside, as in --min=-0.2");
  query.text("--max", a.most, "D", "Exit status 1 if a distance is more than D");
  query.text("--range", a.range, "D", "Look no farther than D; points beyond are counted");
  query.word("--open", a.open, words_of<OpenBodies>(),
             "How to take a mesh that is not closed: as what is left of a solid, or as a mere surface [solid]");
  query.text("--threads", a.threads, "N", "Threads to use, at most one per core [all cores]");
  output.flag("--quiet", a.quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--output", a.output, "FILE.ply", "Write the points with their distances and colours");
  output.text("--csv", a.csv, "FILE|-", "Write a row for each point: its distance, side, nearest face and point");
  output.text("--json", a.json, "FILE|-", "Write the numbers as JSON (impinge.distance/1); - prints only the JSON");
  output.text("--bins", a.bins, "N", "Bins of the histogram, 1 to 10000 [20]");
  output.text("--colours", a.colour_range, "D", "Colours go from -D to D [what 19 of 20 distances do not exceed]");
  add_picture_options(output, a.picture, "Write a picture of the points in the colours of their distances");
}

PointOptions to_point_options(const DistanceArguments& arguments) {
  PointOptions options;
  if (!arguments.range.empty()) options.range = parse_length("--range", arguments.range);
  options.open = parse_word(arguments.open, options.open);
  return options;
}

DistanceLimits parse_limits(const DistanceArguments& arguments) {
  return {parse_limit("--min", arguments.least), parse_limit("--max", arguments.most)};
}

int parse_bins(const DistanceArguments& arguments) {
  constexpr int kBins = 20, kMost = 10000;
  return arguments.bins.empty() ? kBins
                                : parse_argument<int>(kDistance, "--bins", arguments.bins, 1, kMost, "a number, 1 to 10000");
}

double parse_colour_range(const DistanceArguments& arguments) {
  return arguments.colour_range.empty() ? 0 : parse_length("--colours", arguments.colour_range);
}

void validate(const DistanceArguments& arguments) {
  if (arguments.points.empty() || (arguments.body.empty() && arguments.scene.empty()))
    refuse_argument(kDistance,
                    "no input: give a file of points and a mesh file, as in 'impinge distance scan.ply part.stl'.");
  validate_units(kDistance, arguments.units);
  parse_threads(kDistance, arguments.threads);
  to_point_options(arguments);
  parse_bins(arguments);
  parse_colour_range(arguments);
  const DistanceLimits limits = parse_limits(arguments);
  if (limits.least && limits.most && *limits.least > *limits.most)
    refuse_argument(kDistance,
                    fmt::format("--min {} is above --max {}: nothing lies between.", arguments.least, arguments.most));
  const OutputOption files[] = {{"--output", arguments.output},
                                {"--csv", arguments.csv},
                                {"--json", arguments.json},
                                {"--picture", arguments.picture.file}};
  std::vector<std::string> inputs = {arguments.points};
  inputs.push_back(arguments.scene.empty() ? arguments.body : arguments.scene);
  validate_outputs(kDistance, files, inputs);
  if (!arguments.output.empty() && !ends_in(arguments.output, {".ply"}))
    refuse_argument(kDistance,
                    fmt::format("--output {}: points go into a PLY file; give a name that ends in .ply.", arguments.output));
  validate_picture(kDistance, arguments.picture);
  if (arguments.picture.file.empty() && !(arguments.picture.view.empty() && arguments.picture.size.empty()))
    refuse_argument(kDistance, "--view and --size apply to a picture; give --picture FILE.png too.");
}

}  // namespace impinge::cli
