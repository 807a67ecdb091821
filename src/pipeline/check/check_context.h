// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <optional>

#include "base/control.h"
#include "base/stopwatch.h"
#include "pairs/object_pair.h"
#include "pipeline/check/check_memory.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

/// One check under way: what was asked, the objects in the world, and the results its stages fill in.
struct CheckContext {
  const Scene& scene;
  const PreparedShapes& shapes;
  const CheckOptions& options;
  const LogCallback& on_log;
  const Experiments& experiments;
  CheckMemory& memory;
  CheckResult& result;
  Control control{options.on_progress, options.is_cancelled};
  const Rulebook& rulebook = *memory.rulebook;
  std::vector<PreparedShapes::Tree>& trees = memory.trees;
  KeptVector<WorldObject>& world = memory.world;
  KeptVector<std::optional<Body>>& bodies = memory.bodies;  ///< of the objects that are in a pair
  double share_done = 0, share_begun = 0;                   ///< of the progress
  double share_of_all = 1;                                  ///< of the stages until verdicts; overlaps come behind them

  /// Times a stage; `work` returns how many items it passes on.
  template <typename Work>
  void stage(std::string name, std::uint64_t in, double share_after, const Work& work) {
    control.poll();
    const double share = share_of_all * (options.self && options.pairs ? share_after / 2 + share_done : share_after);
    control.begin(name, share_begun, share);
    share_begun = share;
    const Stopwatch watch;
    const std::uint64_t out = work();
    const double ms = watch.ms();
    if (on_log) on_log(fmt::format("{}: {} in, {} out, {:.3f} ms", name, in, out, ms));
    control.share(1);
    result.stats.stages.push_back({std::move(name), ms, in, out});
  }

  /// A shape beyond meshes: a solid in closed form, or one that only lines tell about.
  bool has_no_faces(std::uint32_t object) const {
    const SceneObject& o = scene.objects()[object];
    return solid_of(o) != nullptr || only_lines_tell(o);
  }
  /// Whether a pair with a solid is answered by closed forms and proofs.
  bool by_solids(const ObjectPair& pair) const { return solids_answer(scene.objects()[pair.a], scene.objects()[pair.b]); }

  /// A half-space or points, which lines do not tell about.
  bool lacks_lines(std::uint32_t object) const {
    const SceneObject& o = scene.objects()[object];
    return solid_of(o) != nullptr && !o.shape->closed();
  }
  /// Such a one in a pair that only lines tell about.
  bool without_lines(const ObjectPair& pair) const {
    return !by_solids(pair) && (lacks_lines(pair.a) || lacks_lines(pair.b));
  }
  bool any_solids = false;  ///< a pair with a solid is near

  /// Makes the bodies of these objects.
  void add_body(std::uint32_t object) {
    if (bodies[object]) return;
    bodies[object].emplace(world[object], control);
    memory.with_body.push_back(object);
  }

  /// Faces of both objects over all pairs: what a stage by faces takes in.
  std::uint64_t count_faces(std::span<const ObjectPair> pairs) const {
    std::uint64_t n = 0;
    for (const ObjectPair& p : pairs) n += world[p.a].faces.size() + world[p.b].faces.size();
    return n;
  }
};

}  // namespace impinge
