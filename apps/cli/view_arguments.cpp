// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "view_arguments.h"

#include <CLI/CLI.hpp>

namespace impinge::cli {

void add_view_choice(CLI::App& command, std::string& choose, std::string& directions, std::string& zlist,
                     const std::string& view_group, const std::string& way_group) {
  command
      .add_option("--choose", choose,
                  "How to choose the direction of a raster's lines [boxes]; last keeps --direction while it suits")
      ->type_name("boxes|faces|last|several")
      ->group(view_group)
      ->check(CLI::IsMember({"boxes", "faces", "last", "several"}).description(""));
  command.add_option("--directions", directions, "Look along so many directions [4 with --choose several]")
      ->type_name("1..64")
      ->group(view_group);
  command
      .add_option("--zlist", zlist, "Keep all crossings of a line, or nearest and farthest where they settle it [complete]")
      ->type_name("complete|minmax")
      ->group(way_group)
      ->check(CLI::IsMember({"complete", "minmax"}).description(""));
}

}  // namespace impinge::cli
