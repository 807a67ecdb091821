// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "pipeline/check/check_memory.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// One check from placed objects to verdicts, in the TBB arena of the caller.
CheckResult run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options,
                      const LogCallback& on_log, const Experiments& experiments = {});

/// The same in a memory that may hold what an earlier check of this scene found; into a result that may hold an earlier one.
void run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options, const LogCallback& on_log,
               const Experiments& experiments, CheckMemory& memory, CheckResult& result);

}  // namespace impinge
