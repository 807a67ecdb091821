// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/option_group.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impinge::cli {

void OptionGroup::text(const std::string& name, std::string& value, const std::string& kind, const std::string& help) const {
  command_.add_option(name, value, help)->type_name(kind)->group(heading_)->each([name](const std::string& given) {
    if (given.empty()) throw CLI::ValidationError(name, "the value is empty");
  });
}

void OptionGroup::word(const std::string& name, std::string& value, const std::vector<std::string>& words,
                       const std::string& help) const {
  const std::string kind = fmt::format("{}", fmt::join(words, "|"));
  command_.add_option(name, value, help)->type_name(kind)->group(heading_)->check(CLI::IsMember(words).description(""));
}

void OptionGroup::flag(const std::string& name, bool& value, const std::string& help) const {
  command_.add_flag(name, value, help)->group(heading_);
}

}  // namespace impinge::cli
