// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <CLI/CLI.hpp>

#include "commands.h"

namespace impinge::cli {

Command add_demo(CLI::App& app) {
  app.add_subcommand("demo", "Run embedded scenes and write their results into a folder");
  return [] { return kClean; };
}

}  // namespace impinge::cli
