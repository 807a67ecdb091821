// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/rule_arguments.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace impinge::cli {
namespace {

/// "bolt*:group:frame" is bolt* and group:frame.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  bool open = false;  // the last part is a word that needs what follows
  while (true) {
    const std::size_t end = text.find(':');
    const std::string part(text.substr(0, end));
    if (open)
      parts.back() += ":" + part;
    else
      parts.push_back(part);
    open = !open && (part == "name" || part == "group" || part == "layer");
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Rule rule_of(const char* option, const std::string& text) {
  Rule rule;
  rule.origin = fmt::format("{} {}", option, text);
  const std::vector<std::string> parts = split(text);
  if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: give two selections with a colon between, such as 'bolt*:plate*' or 'group:frame:layer:2'; "
                            "? stands for a colon in a name.",
                            rule.origin));
  rule.a = {parts[0]};
  rule.b = {parts[1]};
  return rule;
}

void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values, const std::string& kind,
              const std::string& help, const std::string& heading) {
  command.add_option(name, values, help)->type_name(kind)->group(heading)->allow_extra_args(false);
}

// Whether an object of the scene is selected. A rule fits an object beside any other one if it is, or the other one is.
bool selects_any(const Scene& scene, const std::string& origin, const std::vector<std::string>& patterns) {
  Scene probe = scene;
  Rule rule;
  rule.origin = origin;  // of what is wrong with a pattern
  rule.a = patterns;
  rule.b = {"*"};
  probe.set_rules({rule});
  for (std::uint32_t i = 1; i < probe.objects().size(); ++i)
    if (probe.find_rule({0}, {i}) != nullptr) return true;
  return false;
}

std::string names_in(const Scene& scene) {
  constexpr std::size_t kMost = 40;  // more would hide the message
  const auto objects = scene.objects();
  std::string names;
  for (std::size_t i = 0; i < std::min(objects.size(), kMost); ++i)
    names += fmt::format("{}'{}'", i == 0 ? "" : ", ", objects[i].name);
  return objects.size() > kMost ? fmt::format("{} and {} more", names, objects.size() - kMost) : names;
}

// What is misspelt here would be asked about by nothing, and the answer would be clean.
void require_selected(const Rule& rule, const Scene& scene) {
  if (scene.objects().size() < 2) return;
  for (const auto& patterns : {rule.a, rule.b})
    if (!selects_any(scene, rule.origin, patterns))
      throw Error(ErrorCode::bad_argument,
                  fmt::format("{}: '{}' fits no object, so that nothing would be checked; there are {}", rule.origin,
                              patterns.front(), names_in(scene)));
}

}  // namespace

void add_rule_options(CLI::App& command, RuleArguments& arguments, const std::string& heading) {
  add_list(command, "--rules", arguments.files, "FILE.json",
           "Rules (impinge.rules/1): clearances, accepted verdicts and tolerated overlaps, by pairs of selections", heading);
  add_list(command, "--ignore", arguments.ignore, "A:B",
           "Do not check these pairs; A and B are patterns of names, group:PATTERN or layer:PATTERN; may be repeated",
           heading);
  add_list(command, "--only", arguments.only, "A:B", "Check only these pairs; may be repeated", heading);
  command.add_option("--ignored", arguments.ignored, "Whether ignored pairs are skipped, or checked and listed [skip]")
      ->type_name("skip|list")
      ->group(heading)
      ->check(CLI::IsMember({"skip", "list"}).description(""));
}

void add_rules(const RuleArguments& arguments, Scene& scene) {
  std::vector<Rule> rules;
  for (const std::string& text : arguments.ignore) {
    rules.push_back(rule_of("--ignore", text));
    rules.back().ignore = true;
  }
  for (const std::string& text : arguments.only) {
    rules.push_back(rule_of("--only", text));
    require_selected(rules.back(), scene);
  }
  for (const std::string& file : arguments.files) {
    std::vector<Rule> more = load_rules(file);
    std::move(more.begin(), more.end(), std::back_inserter(rules));
  }
  rules.insert(rules.end(), scene.rules().begin(), scene.rules().end());
  scene.set_rules(std::move(rules));
}

}  // namespace impinge::cli
