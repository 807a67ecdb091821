// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "arguments.h"

#include <impinge/io.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "reports.h"

namespace impinge::cli {

void refuse_argument(std::string_view command, const std::string& message) {
  throw Error(ErrorCode::bad_argument, fmt::format("{}\nSee 'impinge {} --help'.", message, command));
}

int parse_threads(std::string_view command, const std::string& text) {
  if (text.empty()) return 0;
  const int asked = parse_argument<int>(command, "--threads", text, 1, kMaxThreads, "a whole number from 1 to 1024");
  // TBB would ignore the rest as well, but not without a warning on standard error.
  return std::min(asked, static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
}

void validate_units(std::string_view command, const std::string& units) {
  if (units.empty()) return;
  try {
    require_unit(units);
  } catch (const Error& error) {
    refuse_argument(command, fmt::format("--units {}: {}", units, error.what()));
  }
}

void validate_outputs(std::string_view command, std::span<const OutputOption> outputs, std::span<const std::string> inputs) {
  std::error_code ignored;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, target] = outputs[i];
    if (target.empty()) continue;
    require_writable(option, target);
    for (const std::string& input : inputs) {
      if (std::filesystem::equivalent(target, input, ignored)) {
        refuse_argument(command, fmt::format("{} {}: this would overwrite an input; give another name.", option, target));
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (outputs[j].target == target) {
        refuse_argument(command, fmt::format("{} and {} both write {}; give two names.", outputs[j].option, option, target));
      }
    }
  }
}

}  // namespace impinge::cli
