// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "view_arguments.h"

#include <CLI/CLI.hpp>

namespace impinge::cli {

void add_view_choice(CLI::App& command, std::string& choose, std::string& directions, std::string& zlist,
                     const std::string& view_group, const std::string& way_group) {
  const auto word = [&](const char* name, std::string& value, const std::vector<std::string>& words,
                        const std::string& group, const char* help) {
    command.add_option(name, value, help)
        ->type_name(fmt::format("{}", fmt::join(words, "|")))
        ->group(group)
        ->check(CLI::IsMember(words).description(""));
  };
  word("--choose", choose, words_of<DirectionRule>(), view_group,
       "How to choose the direction of a raster's lines [boxes]; last keeps --direction while it suits");
  command.add_option("--directions", directions, "Look along this many directions [4 with --choose several]")
      ->type_name("1..64")
      ->group(view_group);
  word("--zlist", zlist, words_of<ZlistForm>(), way_group,
       "Keep all crossings of a line, or nearest and farthest where they settle it [complete]");
}

}  // namespace impinge::cli
