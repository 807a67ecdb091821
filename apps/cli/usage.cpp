// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/usage.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "apps/cli/commands.h"

namespace impinge::cli {
namespace {

/// Levenshtein distance of two short words.
std::size_t edit_distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// An option of another sub-command, and what comes nearest to it in meaning here.
std::string meant(const std::string& command, const std::string& word) {
  if (command == "map" && word.starts_with("--clearance"))
    return " A map shows every gap; '--range LENGTH' leaves out the wider ones.";
  if (command == "sweep" && word.starts_with("--parts"))
    return " A sweep reads a scene; give an object of it \"parts\": true.";
  return "";
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t best = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : fmt::format(" Did you mean '{}'?", nearest);
}

int usage_error(const std::string& command, const std::string& message) {
  std::fputs(fmt::format("{0}: {1}\nSee '{0} --help'.\n", command, message).c_str(), stderr);
  return kTrouble;
}

int refused(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string name = chosen.empty() ? app.get_name() : app.get_name() + " " + command.get_name();
  std::string message = error.what();
  // Without a sub-command CLI11 complains about that alone, and not about the word that stands in its place.
  const bool surplus = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || chosen.empty();
  if (surplus && !command.remaining().empty()) {
    const std::string word = command.remaining().front();
    const bool is_option = word.size() > 1 && word.front() == '-';
    const std::string other = meant(command.get_name(), word);
    message = is_option ? fmt::format("unknown option '{}'.{}", word,
                                      other.empty() ? suggestion(word, option_names(command)) : other)
                        : fmt::format("unexpected argument '{}'.", word);
  }
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return usage_error(name, message);
}

}  // namespace impinge::cli
