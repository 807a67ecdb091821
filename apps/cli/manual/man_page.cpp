// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/cli/manual/option_table.h"

namespace impinge::cli {
namespace {

/// Text that roff takes for nothing else.
std::string plain(const std::string& text) {
  std::string escaped;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
    begins = c == '\n';
  }
  return escaped;
}

std::string title_of(const CommandRow& command) { return command.name.empty() ? "impinge" : "impinge-" + command.name; }

std::string in_capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string synopsis(const CommandRow& command) {
  std::string text = fmt::format(".B impinge{}\n", command.name.empty() ? "" : " " + command.name);
  if (command.name.empty()) return text + ".I COMMAND\n[\\fIOPTION\\fR]...\n";
  for (const OptionRow& option : command.options)
    if (option.name.empty()) text += fmt::format("[\\fI{}\\fR]\n", plain(option.kind));
  return text + "[\\fIOPTION\\fR]...\n";
}

/// Under the headings of the help, in their order.
std::string options_text(const CommandRow& command) {
  std::vector<std::string> headings;
  for (const OptionRow& option : command.options)
    if (std::find(headings.begin(), headings.end(), option.heading) == headings.end()) headings.push_back(option.heading);
  std::string text = ".SH OPTIONS\n";
  for (const std::string& heading : headings) {
    if (headings.size() > 1) text += fmt::format(".SS {}\n", plain(heading));
    for (const OptionRow& option : command.options) {
      if (option.heading != heading) continue;
      text += ".TP\n";
      if (!option.name.empty()) text += fmt::format("\\fB{}\\fR", plain(option.name));
      if (!option.kind.empty()) text += fmt::format("{}\\fI{}\\fR", option.name.empty() ? "" : " ", plain(option.kind));
      text += fmt::format("\n{}\n", plain(option.help));
    }
  }
  return text;
}

std::string commands_text(const std::vector<CommandRow>& table) {
  std::string text = ".SH COMMANDS\nEach has a page of its own.\n";
  for (const CommandRow& command : table)
    if (!command.name.empty())
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain("impinge-" + command.name), plain(command.help));
  return text;
}

std::string see_also(const std::vector<CommandRow>& table, const CommandRow& command) {
  std::vector<std::string> pages;
  for (const CommandRow& other : table)
    if (other.name != command.name) pages.push_back(fmt::format("\\fB{}\\fR(1)", plain(title_of(other))));
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

}  // namespace

std::string man_page(const std::vector<CommandRow>& table, const CommandRow& command, const std::string& version) {
  std::string text =
      fmt::format(".TH {} 1 \"\" \"impinge {}\" \"impinge\"\n", plain(in_capitals(title_of(command))), version);
  text += fmt::format(".SH NAME\n{} \\- {}\n", plain(title_of(command)), plain(command.help));
  text += ".SH SYNOPSIS\n" + synopsis(command);
  if (command.name.empty()) text += commands_text(table);
  text += options_text(command);
  // Examples and exit status, with the lines of the help.
  if (!command.footer.empty()) text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", plain(command.footer));
  return text + see_also(table, command);
}

}  // namespace impinge::cli
