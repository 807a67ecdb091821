// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/octree.h>
#include <tbb/task_arena.h>

#include <cmath>

#include "backend/backend.h"
#include "base/kept_memory.h"
#include "localise/face_octree/face_octree.h"
#include "pipeline/check/pipeline.h"
#include "pipeline/map/map.h"
#include "pipeline/meet/meet.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/sweep/sweep.h"
#include "raster/direction/view_direction.h"
#include "scene/world.h"

namespace impinge {

namespace {

// Of a check or of a motion.
void require_clearance(const std::optional<double>& clearance, bool self) {
  if (!clearance) return;
  if (!(*clearance >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("clearance {}: must be a distance, 0 or more", *clearance));
  if (self)
    throw Error(ErrorCode::bad_argument,
                fmt::format("clearance {} with self: how near an object comes to itself is not measured, since neighbours "
                            "along its surface are always near; ask for self in a query without a clearance",
                            *clearance));
}

void require_options(const CheckOptions& options) {
  if (Method method{}; !from_string(to_string(options.method), method))
    throw Error(ErrorCode::bad_argument,
                fmt::format("method {}: no such method; methods() lists them", static_cast<int>(options.method)));
  require_clearance(options.clearance, options.self);
  if (options.level && (*options.level < 0 || *options.level > kMaxOctreeLevel))
    throw Error(ErrorCode::bad_argument,
                fmt::format("level {}: the octree has levels 0 to {}", *options.level, kMaxOctreeLevel));
  require_view_options(options.view);
  if (options.tolerance && !(*options.tolerance >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("tolerance {}: must be a depth, 0 or more", *options.tolerance));
  if (options.certified && options.method != Method::zlist)
    throw Error(
        ErrorCode::bad_argument,
        fmt::format("certified applies to method zlist, not to {}; all methods but zlist and depth_count are exact anyway",
                    to_string(options.method)));
  const bool samples = options.method == Method::depth_count || (options.method == Method::zlist && !options.certified);
  if (asks_for_overlap(options) && (!options.face_pairs || samples))
    throw Error(
        ErrorCode::bad_argument,
        "contacts, curves, patches, overlap and parting come from the face pairs that meet; ask for face_pairs, by an "
        "exact method");
  if (options.level && options.method == Method::moved_octree && *options.level > OctreeFrame::kMaxMadeLevel)
    throw Error(ErrorCode::bad_argument,
                fmt::format("level {}: moved_octree has levels 0 to {}", *options.level, OctreeFrame::kMaxMadeLevel));
}

}  // namespace

struct Engine::State {
  EngineOptions options;
  Experiments experiments;
  PreparedShapes shapes;
  PartedPairs parted;
  MemoryKeeper memory;

  // Queries run with the threads that were asked for, or in the caller's arena.
  template <typename Query>
  auto in_arena(const Query& query) const {
    if (options.threads == 0) return query();
    tbb::task_arena arena(options.threads);
    return arena.execute(query);
  }

  // Whose answer has statistics: they, and the log, say whether a card took part and what it did not do as asked.
  template <typename Query>
  auto answer(const Query& query) const {
    RasterDevice* const device = shapes.device.get();
    const std::uint64_t before = device != nullptr ? device->answered.load() : 0;
    if (device != nullptr) device->take_notes();
    auto result = in_arena(query);
    result.stats.backend =
        device != nullptr && device->answered > before ? device->backend : std::string_view(to_string(Backend::cpu));
    if (device == nullptr) return result;
    result.stats.not_as_asked = device->take_notes();
    if (options.on_log && !result.stats.not_as_asked.empty())
      options.on_log("not done as asked: " + result.stats.not_as_asked);
    return result;
  }
};

Engine::Engine(EngineOptions options) : Engine(std::move(options), Experiments()) {}

Engine::Engine(EngineOptions options, const Experiments& experiments) {
  if (options.threads < 0)
    throw Error(ErrorCode::bad_argument,
                fmt::format("threads {}: must be 1 or more, or 0 for the caller's arena", options.threads));
  state_ = std::make_unique<State>();
  state_->options = std::move(options);
  state_->experiments = experiments;
  state_->shapes.device = open_backend(state_->options.backend, experiments.drawing, state_->options.on_log);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

CheckResult Engine::check(const Scene& scene, const CheckOptions& options) const {
  require_options(options);
  return state_->answer(
      [&] { return run_check(scene, state_->shapes, options, state_->options.on_log, state_->experiments); });
}

bool Engine::meet(const Scene& scene, ObjectId a, ObjectId b, OpenBodies open) const {
  const SceneObject &first = scene.object(a), &second = scene.object(b);
  require_mesh(first);
  require_mesh(second);
  if (const auto known = meet_prepared(first, second, open, state_->shapes, &state_->parted)) return *known;
  return state_->in_arena([&] { return meet_fresh(first, second, open); });
}

InterferenceMap Engine::map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options) const {
  return state_->answer([&] { return run_map(scene, a, b, options, state_->experiments.zlist, state_->shapes); });
}

SweepResult Engine::sweep(const Scene& scene, const SweepOptions& options) const {
  require_clearance(options.clearance, options.self);
  if (!(options.precision >= 1e-6 && options.precision <= 1))
    throw Error(ErrorCode::bad_argument, fmt::format("precision {}: must be a fraction, 1e-6 to 1", options.precision));
  if (state_->experiments.broad == Broad::none)
    throw Error(ErrorCode::bad_argument, "broad none: a sweep needs object pairs; use sweep_boxes or brute_boxes");
  if (options.samples < 1 || options.samples > 1000000)
    throw Error(ErrorCode::bad_argument, fmt::format("samples {}: must be 1 to 1000000", options.samples));
  for (const SceneObject& object : scene.objects()) require_mesh(object);
  return state_->answer(
      [&] { return run_sweep(scene, state_->shapes, options, state_->experiments, state_->options.on_log); });
}

void Engine::prepare(const Mesh& mesh) {
  state_->in_arena([&] { state_->shapes.prepare(mesh); });
}

void Engine::forget(const Mesh& mesh) { state_->shapes.forget(mesh); }

}  // namespace impinge
