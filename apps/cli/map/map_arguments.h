// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <string>
#include <vector>

#include "apps/cli/page_arguments.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// The arguments of `impinge map` as they were typed; see CheckArguments.
struct MapArguments {
  /// Two files; or the names of two objects of the scene; or, with `parts`, a file and the names of two parts of it.
  std::vector<std::string> bodies;
  std::string scene;
  std::string units, resolution, refine, error, direction, directions, range, tolerance, threads;
  std::string choose, zlist;  ///< words
  std::vector<std::string> partings;
  std::string output, raw, ply, json;
  PageArguments page;
  std::string layer = "gap";
  std::string backend = "cpu", drawing = "compute";
  bool parts = false;
  bool close_scans = false;
  bool quiet = false;
};

/// Adds the options of `map` to its sub-command.
void add_map_options(CLI::App& command, MapArguments& arguments);

/// Refuses, with an Error that names the option, what no map can be made of; touches no input file.
void validate(const MapArguments& arguments);

MapOptions to_map_options(const MapArguments& arguments);
EngineOptions to_engine_options(const MapArguments& arguments);
Experiments to_experiments(const MapArguments& arguments);

}  // namespace impinge::cli
