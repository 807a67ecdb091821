// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// How `check` and `map` are told along which directions to look and which crossings to keep.

#include <impinge/impinge.h>

#include <string>

#include "arguments.h"

namespace CLI {
class App;
}

namespace impinge::cli {

/// Adds --choose, --directions and --zlist to a sub-command.
void add_view_choice(CLI::App& command, std::string& choose, std::string& directions, std::string& zlist,
                     const std::string& view_group, const std::string& way_group);

/// Sets them in CheckOptions or MapOptions, whose `direction` is set already. Refuses what contradicts itself.
template <typename Options>
void set_view_choice(std::string_view command, const std::string& choose, const std::string& directions,
                     const std::string& zlist, Options& options) {
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
  options.zlist = parse_word(zlist, options.zlist);
}

}  // namespace impinge::cli
