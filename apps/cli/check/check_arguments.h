// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>
#include <impinge/io.h>

#include <string>
#include <vector>

#include "apps/cli/cad/cad_arguments.h"
#include "apps/cli/check/elsewhere.h"
#include "apps/cli/overlap/overlap_outputs.h"
#include "apps/cli/page_arguments.h"
#include "apps/cli/picture_arguments.h"
#include "apps/cli/review/review_outputs.h"
#include "apps/cli/robot/robot_arguments.h"
#include "apps/cli/rules/rule_arguments.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// The arguments of `impinge check` as they were typed. Numbers stay text until they are validated, so that a message can
/// repeat them; an empty text is an option that was not given.
struct CheckArguments {
  std::vector<std::string> files;
  std::string scene;
  std::string method = "auto";
  std::string broad = to_string(Broad{});
  std::string backend = "cpu", drawing;
  std::string touching = "report", sampled = "list";
  std::string open;
  std::string units, level, clearance, threads, max_pairs, resolution, direction, directions, tolerance;
  std::string choose, zlist, raster, form, passes;  ///< words of the raster methods
  std::string refine, error;
  std::string json, csv, face_pairs;
  PictureArguments picture;
  PageArguments page;
  std::vector<std::string> pair;  ///< that the picture shows: two names
  OverlapOutputs overlap;
  RuleArguments rules;
  CadArguments cad;
  std::string baseline, decisions;
  std::string memory, index;
  RobotArguments robot;
  ReviewOutputs review;
  bool self = false;
  bool verdicts = false;
  bool strict = false;
  bool parts = false;
  bool quiet = false;
  bool certified = false;
  bool volume = false;
  bool plan = false;       ///< say what there is to do, and do not
  bool no_stats = false;   ///< nothing in the JSON that differs from run to run
  bool group = false;      ///< findings of one cause are joined
  bool elsewhere = false;  ///< other processes check, see elsewhere.h
};

/// Adds the options of `check` to its sub-command.
void add_check_options(CLI::App& command, CheckArguments& arguments);

/// Refuses, with an Error that names the option, what no check can be made of; touches no input file.
void validate(const CheckArguments& arguments);

/// Part of validate(): refuses options that would change nothing.
void refuse_unused_options(const CheckArguments& arguments);

/// Whether the method decides face pairs, which overlaps rest on.
bool decides_faces(const CheckArguments& arguments);

/// Whether the answer needs lumps and curves beside what it is asked for: for --glb, where the method has them.
bool wants_overlaps(const CheckArguments& arguments);

CheckOptions to_check_options(const CheckArguments& arguments);
EngineOptions to_engine_options(const CheckArguments& arguments);
Experiments to_experiments(const CheckArguments& arguments);

/// Does it, here or elsewhere; the exit status.
int run_check(const CheckArguments& arguments, const CheckElsewhere& elsewhere = {});

/// Throws Error (bad_argument) for names of --pair that the scene does not have.
PictureOptions to_picture_options(const CheckArguments& arguments, const Scene& scene);

}  // namespace impinge::cli
