// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include "pipeline/shards/near_objects.h"

namespace impinge {

/// Pairs into tasks, by halving them where they lie: a task is a place of the scene, so that few objects are in several.
/// `memory` bounds what a task holds, 0: nothing does.
CheckPlan cut_tasks(const Scene& scene, const CheckOptions& options, const Rulebook& rules, const NearObjects& near,
                    std::uint64_t memory);

/// What a shape takes in memory once it is read.
std::uint64_t bytes_of(const Mesh& mesh);

}  // namespace impinge
