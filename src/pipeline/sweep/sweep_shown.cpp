// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include "pipeline/sweep/sweep.h"
#include "scene/scene_changes.h"

namespace impinge {

namespace {

// Hidden objects are not there.
SweepResult sweep_shown(const Scene& scene, const PreparedShapes& shapes, const SweepOptions& options,
                        const Experiments& experiments) {
  if (!hides_some(scene)) return sweep_all(scene, shapes, options, experiments);
  std::vector<std::uint32_t> ids;
  const Scene shown = without_hidden(scene, ids);
  SweepResult result = sweep_all(shown, shapes, options, experiments);
  const auto name_as_before = [&](auto& pair) {
    pair.a = {ids[pair.a.value]};
    pair.b = {ids[pair.b.value]};
  };
  for (SweptPair& pair : result.pairs) {
    name_as_before(pair);
    if (pair.overlap) name_as_before(pair.overlap->answer);
  }
  for (DistanceSample& sample : result.curve) name_as_before(sample);
  return result;
}

}  // namespace

SweepResult run_sweep(const Scene& scene, const PreparedShapes& shapes, const SweepOptions& options,
                      const Experiments& experiments, const LogCallback& on_log) {
  SweepResult result = sweep_shown(scene, shapes, options, experiments);
  if (on_log)
    for (const StageStats& s : result.stats.stages)
      on_log(fmt::format("{}: {} in, {} out, {:.3f} ms", s.name, s.in, s.out, s.ms));
  return result;
}

}  // namespace impinge
