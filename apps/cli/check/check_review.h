// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <string>

#include "apps/cli/reports.h"

namespace impinge::cli {

/// The review of a check, as --touching, --sampled, --baseline and --decisions have it count.
Review review_of(const Report& report, const std::string& scene_file);

}  // namespace impinge::cli
