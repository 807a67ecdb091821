// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "pipeline/prepared/prepared_shapes.h"
#include "pipeline/shards/shape_store.h"

namespace impinge {

/// Throws Error (bad_argument) for what cannot be answered task by task: whose answer depends on all pairs.
void require_tasks(const CheckOptions& options, const Experiments& experiments);

/// The plan; as small tasks as the memory that is left demands.
CheckPlan plan_check(const Scene& scene, const CheckOptions& options);

/// What does one check; run_check() in an engine.
using CheckOne = std::function<CheckResult(const Scene& scene, const CheckOptions& options)>;

/// The answers of a task, by the objects of the scene.
CheckResult check_task(const Scene& scene, const CheckTask& task, const CheckOptions& options, ShapeStore& store,
                       const CheckOne& check);

/// All of them as one answer.
CheckResult join_checks(const Scene& scene, std::vector<CheckResult> parts, const CheckOptions& options);

/// One after another.
CheckResult check_in_tasks(const Scene& scene, const CheckOptions& options, ShapeStore& store, const CheckOne& check);

/// Bytes that the process holds now.
std::uint64_t resident_bytes();

}  // namespace impinge
