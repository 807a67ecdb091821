// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What the sub-commands and their options are, for manual pages and shell completion: read from the parser itself, so that
// neither can differ from what it takes.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace impinge::cli {

struct OptionRow {
  std::string name;                ///< "--json"; empty for what is given without one
  std::string kind;                ///< "FILE|-", what stands for its value; empty for a flag
  std::string help;                ///< one sentence
  std::string heading;             ///< under which it stands in the help
  std::vector<std::string> words;  ///< that it takes; empty where it takes anything
  bool takes_file = false;         ///< its value is the name of a file
};

struct CommandRow {
  std::string name;                ///< "check"; empty for the program itself
  std::string help;                ///< one sentence
  std::string footer;              ///< examples, and what there is to know
  std::vector<OptionRow> options;  ///< in the order of the help, what has no name first
};

/// The program itself, then its sub-commands.
std::vector<CommandRow> read_option_table(const CLI::App& app);

/// A manual page in section 1: of the program, or of one of its sub-commands.
std::string man_page(const std::vector<CommandRow>& table, const CommandRow& command, const std::string& version);

/// The file that makes a shell complete sub-commands, options, words and file names: bash, zsh or fish; empty for another.
std::string completion_script(const std::vector<CommandRow>& table, const std::string& shell);

}  // namespace impinge::cli
