// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/overlap.h>

#include <string>
#include <vector>

#include "apps/cli/overlap/overlap_outputs.h"
#include "apps/cli/picture_arguments.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// The arguments of `impinge overlap` as they were typed; see CheckArguments.
struct OverlapArguments {
  std::vector<std::string> bodies;  ///< two files, or the names of two objects of the scene
  std::string scene, units, threads, json;
  std::string combine = "intersection";
  OverlapOutputs outputs;
  PictureArguments picture;
  bool quiet = false;

  Combination how() const;
  bool is_intersection() const { return how() == Combination::intersection; }
};

/// Adds the options of `overlap` to its sub-command.
void add_overlap_options(CLI::App& command, OverlapArguments& arguments);

/// Refuses, with an Error that names the option, what nothing can be made of; touches no input file.
void validate(const OverlapArguments& arguments);

/// What the check is asked; the solid is always wanted, whether or not it goes into a file.
CheckOptions to_check_options(const OverlapArguments& arguments);

}  // namespace impinge::cli
