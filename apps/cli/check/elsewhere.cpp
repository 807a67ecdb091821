// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/check/elsewhere.h"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "apps/cli/check/check_arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/usage.h"

namespace impinge::cli {

int run_check_elsewhere(const std::string& program, std::vector<std::string> words, std::vector<OptionElsewhere>& options,
                        const CheckElsewhere& check) {
  CLI::App app("impinge on many processes, by Dask.", program);
  app.get_formatter()->column_width(34);
  CLI::App* const command = app.add_subcommand("check", "Check the objects of a scene against each other");
  CheckArguments arguments;
  arguments.elsewhere = true;
  for (OptionElsewhere& option : options)
    command->add_option(option.name, option.value, option.help)->type_name(option.type)->group("Processes");
  add_check_options(*command, arguments);
  command->footer(std::string("See docs/many_machines.md.\n") + kExitStatus + kIgnoredPairs);
  words.insert(words.begin(), "check");
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return refused(app, error);
  }
  return run_check(arguments, check);
}

}  // namespace impinge::cli
