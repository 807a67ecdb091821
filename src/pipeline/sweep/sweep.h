// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// One sweep from a moving scene to intervals of contact, in the TBB arena of the caller.
SweepResult run_sweep(const Scene& scene, const PreparedShapes& shapes, const SweepOptions& options,
                      const Experiments& experiments, const LogCallback& on_log);

/// The same of a scene that hides nothing, without a log.
SweepResult sweep_all(const Scene& scene, const PreparedShapes& shapes, const SweepOptions& options,
                      const Experiments& experiments);

}  // namespace impinge
