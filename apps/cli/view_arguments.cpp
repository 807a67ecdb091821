// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/view_arguments.h"

#include <impinge/experiments.h>
#include <CLI/CLI.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/option_group.h"

namespace impinge::cli {

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
            "Keep all crossings of a line, or nearest and farthest where they settle it [complete]");
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
