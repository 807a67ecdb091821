// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <functional>
#include <string>
#include <vector>

#include "apps/cli/reports.h"

namespace impinge::cli {

/// What other processes found, and the pairs that they could not check.
struct FoundElsewhere {
  CheckResult result;
  std::vector<Trouble> trouble;
};

struct CheckArguments;

/// Does a check in other processes. The scene was opened by its index, its rules and those of the options are in it.
using CheckElsewhere =
    std::function<FoundElsewhere(const CheckArguments& arguments, const Scene& scene, const CheckOptions& options)>;

/// An option that only who checks elsewhere knows.
struct OptionElsewhere {
  std::string name, type, help;
  std::string value{};  ///< as it was typed; empty if it was not
};

/// `impinge check` with these words, checked elsewhere: the same options, outputs and statuses. Shapes stay in their files,
/// so what needs all of them at once is refused as with --memory. `program` is what messages call it.
int run_check_elsewhere(const std::string& program, std::vector<std::string> words, std::vector<OptionElsewhere>& options,
                        const CheckElsewhere& check);

}  // namespace impinge::cli
