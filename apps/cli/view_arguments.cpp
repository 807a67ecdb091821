// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/view_arguments.h"

#include <impinge/experiments.h>
#include <CLI/CLI.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/option_group.h"

namespace impinge::cli {
namespace {

constexpr int kMaxRefine = 8;
constexpr double kLeastError = 1e-6;  // no raster tells more

}  // namespace

void add_view_choice(CLI::App& command, std::string& choose, std::string& directions, std::string& zlist,
                     const std::string& view_group, const std::string& way_group) {
  OptionGroup(command, view_group)
      .word("--choose", choose, words_of<DirectionRule>(),
            "How to choose the direction of a raster's lines [boxes]; last keeps --direction while it suits");
  command.add_option("--directions", directions, "Look along this many directions [4 with --choose several]")
      ->type_name("1..64")
      ->group(view_group);
  OptionGroup(command, way_group)
      .word("--zlist", zlist, words_of<ZlistForm>(),
            "Keep all crossings of a line, or only the nearest and farthest where these settle it [complete]");
}

void add_refinement(const OptionGroup& group, std::string& refine, std::string& error, const std::string& refine_help) {
  group.text("--refine", refine, "0..8", refine_help);
  group.text("--error", error, "SHARE",
             "Refine until the bounds of volume and depth are this near to each other, as a share of the value, such as "
             "0.01");
}

void set_refinement(std::string_view command, const std::string& refine, const std::string& error, int& levels,
                    double& share) {
  if (!refine.empty())
    levels = parse_argument<int>(command, "--refine", refine, 0, kMaxRefine, "a whole number from 0 to 8");
  if (!error.empty())
    share = parse_argument<double>(command, "--error", error, kLeastError, 1.0, "a share from 1e-6 to 1, such as 0.01");
}

void set_view_choice(std::string_view command, const std::string& choose, const std::string& directions,
                     ViewOptions& options) {
  options.rule = parse_word(choose, options.rule);
  if (!directions.empty()) {
    if (choose.empty()) options.rule = DirectionRule::several;
    if (options.rule != DirectionRule::several)
      refuse_argument(command,
                      "--directions " + directions + " with --choose " + choose + ": only --choose several takes it.");
    options.direction_count = parse_argument<int>(command, "--directions", directions, 1, 64, "a whole number from 1 to 64");
  }
  if (options.rule == DirectionRule::last && !options.direction)
    refuse_argument(command, "--choose last: give the direction of the last step as --direction X,Y,Z.");
  if (options.rule != DirectionRule::last && options.direction && (!choose.empty() || !directions.empty()))
    refuse_argument(command, "--direction and --choose: give one or the other.");
}

}  // namespace impinge::cli
