// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/io.h>

#include <cstdint>
#include <string>

#include "apps/cli/check/check_arguments.h"
#include "apps/cli/progress_bar.h"

namespace impinge::cli {

/// Whether a scene is opened by its index, and not read.
bool opens_by_index(const CheckArguments& arguments);

/// Refuses options that need every shape at once.
void validate_memory(const CheckArguments& arguments);

/// "300M", "2G", "1.5G", "4096": bytes; 0 for an empty text.
std::uint64_t parse_memory(const std::string& text);

Scene open_by_index(const CheckArguments& arguments, ProgressBar& bar);

/// What a check would have to do, and how long it would take: a few of its tasks are done, to measure.
int run_plan(const CheckArguments& arguments, const Engine& engine, const Scene& scene, const CheckOptions& options);

}  // namespace impinge::cli
