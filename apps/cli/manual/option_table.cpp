// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/manual/option_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace impinge::cli {
namespace {

/// The words of "report|ignore"; none where a capital stands for a value, as in "FILE|-", or a range, as in "0..12".
std::vector<std::string> words_in(const std::string& kind) {
  std::vector<std::string> words;
  if (kind.find('|') == std::string::npos) return words;
  for (std::size_t from = 0; from <= kind.size();) {
    const std::size_t end = std::min(kind.find('|', from), kind.size());
    words.push_back(kind.substr(from, end - from));
    from = end + 1;
  }
  const bool plain = std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string::npos &&
           word.find("..") == std::string::npos && word.front() != '.';
  });
  if (!plain) words.clear();
  return words;
}

bool names_file(const std::string& kind) {
  return kind.find("FILE") != std::string::npos || kind.find("FOLDER") != std::string::npos ||
         kind.find(".json") != std::string::npos || kind == "IN" || kind == "OUT";
}

OptionRow row_of(const CLI::Option& option) {
  OptionRow row;
  if (!option.get_lnames().empty()) row.name = "--" + option.get_lnames().front();
  const bool takes_value = option.get_items_expected_max() > 0;
  row.kind = takes_value ? option.get_type_name() : "";
  if (row.name.empty() && row.kind.empty()) row.kind = option.get_name();
  row.help = option.get_description();
  row.heading = option.get_group();
  row.words = words_in(row.kind);
  row.takes_file = row.words.empty() && names_file(row.kind);
  return row;
}

CommandRow row_of(const CLI::App& app, const std::string& name) {
  CommandRow row{name, app.get_description(), app.get_footer(), {}};
  for (const bool positional : {true, false})
    for (const CLI::Option* option : app.get_options())
      if (option->get_positional() == positional && !option->get_group().empty()) row.options.push_back(row_of(*option));
  return row;
}

}  // namespace

std::vector<CommandRow> read_option_table(const CLI::App& app) {
  std::vector<CommandRow> table = {row_of(app, "")};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    table.push_back(row_of(*command, command->get_name()));
  return table;
}

}  // namespace impinge::cli
