// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace impinge::cli {

/// What the command line says about which pairs are asked about, as it was typed.
struct RuleArguments {
  std::vector<std::string> files;         ///< of rules
  std::vector<std::string> ignore, only;  ///< two selections each, as in bolt*:plate*
  std::string ignored = "skip";           ///< or "list"
  bool list_ignored() const { return ignored == "list"; }
};

/// Adds --rules, --ignore, --only and --ignored under a heading of the help.
void add_rule_options(CLI::App& command, RuleArguments& arguments, const std::string& heading);

/// Puts the rules of the command line before those of the scene: --ignore, --only, then the files in their order. Throws
/// Error that names the option, or the file and the rule.
void add_rules(const RuleArguments& arguments, Scene& scene);

}  // namespace impinge::cli
