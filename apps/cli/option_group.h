// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace impinge::cli {

/// The options of a sub-command that stand under one heading of its help.
class OptionGroup {
 public:
  OptionGroup(CLI::App& command, std::string heading) : command_(command), heading_(std::move(heading)) {}

  /// Any text but an empty one; `kind` stands in the help for it.
  void text(const std::string& name, std::string& value, const std::string& kind, const std::string& help) const;
  /// One of these words.
  void word(const std::string& name, std::string& value, const std::vector<std::string>& words,
            const std::string& help) const;
  void flag(const std::string& name, bool& value, const std::string& help) const;

 private:
  CLI::App& command_;
  std::string heading_;
};

}  // namespace impinge::cli
