// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <optional>
#include <string>

#include "apps/cli/picture_arguments.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// The arguments of `impinge distance` as they were typed; see CheckArguments.
struct DistanceArguments {
  std::string points, body;  ///< a file of points; a mesh file, or the name of an object of the scene
  std::string scene, units, threads, range, open, least, most, bins, colour_range, output, csv, json;
  PictureArguments picture;
  bool quiet = false;
};

/// What the distances are held against; nothing: no limit.
struct DistanceLimits {
  std::optional<double> least, most;
  bool any() const { return least || most; }
};

/// Adds the options of `distance` to its sub-command.
void add_distance_options(CLI::App& command, DistanceArguments& arguments);

/// Refuses, with an Error that names the option, what nothing can be made of; touches no input file.
void validate(const DistanceArguments& arguments);

PointOptions to_point_options(const DistanceArguments& arguments);
DistanceLimits parse_limits(const DistanceArguments& arguments);
/// Bins of the histogram.
int parse_bins(const DistanceArguments& arguments);
/// Where the colours end; 0 if the distances decide.
double parse_colour_range(const DistanceArguments& arguments);

}  // namespace impinge::cli
