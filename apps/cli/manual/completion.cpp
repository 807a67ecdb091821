// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/manual/option_table.h"

namespace impinge::cli {
namespace {

constexpr const char* kMade = "# Made by 'impinge --completion {}'.\n";

std::string names_of(const CommandRow& command) {
  std::vector<std::string> names;
  for (const OptionRow& option : command.options)
    if (!option.name.empty()) names.push_back(option.name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string commands_of(const std::vector<CommandRow>& table) {
  std::vector<std::string> names;
  for (const CommandRow& command : table)
    if (!command.name.empty()) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string bash_script(const std::vector<CommandRow>& table) {
  std::string values, options;
  for (const CommandRow& command : table) {
    for (const OptionRow& option : command.options) {
      if (option.name.empty() || option.kind.empty()) continue;
      // What is neither a word nor a file is typed by hand.
      const std::string reply = !option.words.empty() ? fmt::format("words=\"{}\"", fmt::join(option.words, " "))
                                : option.takes_file   ? "files=1"
                                                      : ":";
      values += fmt::format("    \"{} {}\") {} ;;\n", command.name, option.name, reply);
    }
    options += fmt::format("      \"{}\") words=\"{}\" ;;\n", command.name, names_of(command));
  }
  return fmt::format(kMade, "bash") + fmt::format(R"(_impinge() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command="" words="" files=""
  ((COMP_CWORD > 1)) && [[ ${{COMP_WORDS[1]}} != -* ]] && command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  case "$command $before" in
{}    *)
      if [[ $current != -* ]]; then
        if ((COMP_CWORD == 1)); then words="{}"; else files=1; fi
      else case "$command" in
{}      esac; fi ;;
  esac
  if [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"); fi
  if [[ -n $files ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
}}
complete -o filenames -F _impinge impinge
)",
                                                  values, commands_of(table), options);
}

/// Within single quotes of zsh and fish.
std::string quoted(const std::string& text, std::string_view escape) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (escape.find(c) != escape.npos) result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_script(const std::vector<CommandRow>& table) {
  constexpr std::string_view kEscape = "[]:\\";
  const auto list = [&](const CommandRow& command, const char* indent) {
    std::string text;
    for (const OptionRow& option : command.options) {
      const std::string value = !option.words.empty() ? fmt::format("({})", fmt::join(option.words, " "))
                                : option.takes_file   ? "_files"
                                                      : " ";
      const std::string kind = quoted(option.kind, kEscape);
      if (option.name.empty())
        text += fmt::format(" \\\n{}'*:{}:{}'", indent, kind, value);
      else if (option.kind.empty())
        text += fmt::format(" \\\n{}'{}[{}]'", indent, option.name, quoted(option.help, kEscape));
      else
        text += fmt::format(" \\\n{}'*{}=[{}]:{}:{}'", indent, option.name, quoted(option.help, kEscape), kind, value);
    }
    return text;
  };
  std::string commands, cases;
  for (const CommandRow& command : table) {
    if (command.name.empty()) continue;
    commands += fmt::format("    '{}:{}'\n", command.name, quoted(command.help, kEscape));
    cases += fmt::format("    {}) _arguments{} ;;\n", command.name, list(command, "        "));
  }
  return "#compdef impinge\n" + fmt::format(kMade, "zsh") +
         fmt::format(R"(_impinge() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    if [[ $words[2] == -* ]]; then _arguments{}; else _describe command commands; fi
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
_impinge "$@"
)",
                     commands, list(table.front(), "      "), cases);
}

std::string fish_script(const std::vector<CommandRow>& table) {
  constexpr std::string_view kEscape = "\\";
  std::string text = fmt::format(kMade, "fish") + "complete -c impinge -f\n";
  for (const CommandRow& command : table) {
    const std::string when =
        command.name.empty() ? "-n __fish_use_subcommand" : fmt::format("-n '__fish_seen_subcommand_from {}'", command.name);
    if (!command.name.empty())
      text += fmt::format("complete -c impinge -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                          quoted(command.help, kEscape));
    for (const OptionRow& option : command.options) {
      if (option.name.empty()) {
        if (option.takes_file) text += fmt::format("complete -c impinge {} -F\n", when);
        continue;
      }
      const std::string value = option.kind.empty()    ? ""
                                : option.takes_file    ? " -r -F"
                                : option.words.empty() ? " -x"
                                                       : fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
      text += fmt::format("complete -c impinge {} -l {}{} -d '{}'\n", when, option.name.substr(2), value,
                          quoted(option.help, kEscape));
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const std::vector<CommandRow>& table, const std::string& shell) {
  if (shell == "bash") return bash_script(table);
  if (shell == "zsh") return zsh_script(table);
  return shell == "fish" ? fish_script(table) : "";
}

}  // namespace impinge::cli
