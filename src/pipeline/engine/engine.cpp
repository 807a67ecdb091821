// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/octree.h>
#include <impinge/shapes.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cmath>

#include "answer/map/interference_map.h"
#include "backend/backend.h"
#include "base/kept_memory.h"
#include "base/thread_limit.h"
#include "localise/face_octree/face_octree.h"
#include "pipeline/check/kept_checks.h"
#include "pipeline/check/methods.h"
#include "pipeline/check/pipeline.h"
#include "pipeline/map/map.h"
#include "pipeline/meet/first_hit.h"
#include "pipeline/meet/kept_hits.h"
#include "pipeline/meet/meet.h"
#include "pipeline/meet/nearest_object.h"
#include "pipeline/meet/pose_batch.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/points/points.h"
#include "pipeline/shards/task_check.h"
#include "pipeline/solid/solid_objects.h"
#include "pipeline/sweep/sweep.h"
#include "raster/depth_count/kept_depth_maps.h"
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
  require_refine(options.refine);
  require_error(options.error);
  if (options.tolerance && !(*options.tolerance >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("tolerance {}: must be a depth, 0 or more", *options.tolerance));
  if (options.certified && options.method != Method::zlist)
    throw Error(
        ErrorCode::bad_argument,
        fmt::format("certified applies to method zlist, not to {}; all methods but zlist and depth_count are exact anyway",
                    to_string(options.method)));
  if (asks_for_overlap(options) && (!options.face_pairs || samples_lines(options.method, options.certified)))
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
  KeptChecks checks;
  KeptHits hits;
  MemoryKeeper memory;
  mutable ShapeStore read_shapes;  // of tasks

  // Queries run with the threads that were asked for, or in the caller's arena.
  template <typename Query>
  auto in_arena(const Query& query) const {
    if (options.threads == 0) return query();
    // One arena for all queries, but each of those that run at the same time has its threads to itself.
    if (arena_taken.test_and_set(std::memory_order_acquire)) return tbb::task_arena(options.threads).execute(query);
    const Release release{arena_taken};
    if (!arena) arena.emplace(options.threads);
    return arena->execute(query);
  }
  struct Release {
    std::atomic_flag& taken;
    ~Release() { taken.clear(std::memory_order_release); }
  };
  mutable std::atomic_flag arena_taken;
  mutable std::optional<tbb::task_arena> arena;

  // Whose answer has statistics: they, and the log, say whether a card took part and what it did not do as asked.
  template <typename Query, typename Result>
  void answer_into(Result& result, const Query& query) const {
    RasterDevice* const device = shapes.device.get();
    const std::uint64_t before = device != nullptr ? device->answered.load() : 0;
    if (device != nullptr) device->take_notes();
    in_arena([&] { query(result); });
    result.stats.backend =
        device != nullptr && device->answered > before ? device->backend : std::string_view(to_string(Backend::cpu));
    if (device == nullptr) return;
    if (const std::string notes = device->take_notes(); !notes.empty())
      result.stats.not_as_asked += (result.stats.not_as_asked.empty() ? "" : "; ") + notes;
    if (options.on_log && !result.stats.not_as_asked.empty())
      options.on_log("not done as asked: " + result.stats.not_as_asked);
  }
  template <typename Query>
  auto answer(const Query& query) const {
    decltype(query()) result;
    answer_into(result, [&](auto& into) { into = query(); });
    return result;
  }

  // One check of tasks, in whose arena it already is.
  CheckOne one_check() const {
    return [this](const Scene& scene, const CheckOptions& asked) {
      return run_check(scene, shapes, asked, options.on_log, experiments);
    };
  }
  void check_in_tasks(const Scene& scene, const CheckOptions& asked, CheckResult& result) const {
    require_tasks(asked, experiments);
    ShapeStore store;
    answer_into(result, [&](CheckResult& into) { into = impinge::check_in_tasks(scene, asked, store, one_check()); });
  }

  // Into a result that is asked for again: the first answer is kept too.
  void check(const Scene& scene, const CheckOptions& asked, bool repeated, CheckResult& result) {
    std::unique_ptr<CheckMemory> kept = checks.take(scene, asked, repeated);
    CheckMemory once;
    CheckMemory& work = kept ? *kept : once;
    answer_into(result,
                [&](CheckResult& into) { run_check(scene, shapes, asked, options.on_log, experiments, work, into); });
    if (kept) checks.give(scene, asked, std::move(kept));
  }
};

Engine::Engine(EngineOptions options) : Engine(std::move(options), Experiments()) {}

Engine::Engine(EngineOptions options, const Experiments& experiments) {
  require_threads(options.threads);
  state_ = std::make_unique<State>();
  state_->options = std::move(options);
  state_->experiments = experiments;
  state_->shapes.depth_maps = std::make_shared<KeptDepthMaps>();
  state_->shapes.device = open_backend(state_->options.backend, experiments.drawing, state_->options.on_log);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

CheckResult Engine::check(const Scene& scene, const CheckOptions& options) const {
  require_options(options);
  CheckResult result;
  if (options.memory > 0) {
    state_->check_in_tasks(scene, options, result);
  } else {
    state_->check(scene, options, false, result);
  }
  return result;
}

CheckPlan Engine::plan(const Scene& scene, const CheckOptions& options) const {
  require_options(options);
  require_tasks(options, state_->experiments);
  return state_->in_arena([&] { return plan_check(scene, options); });
}

CheckResult Engine::check_task(const Scene& scene, const CheckTask& task, const CheckOptions& options) const {
  require_options(options);
  require_tasks(options, state_->experiments);
  return state_->answer([&] { return impinge::check_task(scene, task, options, state_->read_shapes, state_->one_check()); });
}

CheckResult Engine::join(const Scene& scene, std::vector<CheckResult> parts, const CheckOptions& options) const {
  require_options(options);
  require_tasks(options, state_->experiments);
  return join_checks(scene, std::move(parts), options);
}

void Engine::check(const Scene& scene, const CheckOptions& options, CheckResult& result) const {
  require_options(options);
  if (options.memory > 0) return state_->check_in_tasks(scene, options, result);
  state_->check(scene, options, true, result);
}

bool Engine::meet(const Scene& scene, ObjectId a, ObjectId b, OpenBodies open) const {
  const SceneObject &first = scene.object(a), &second = scene.object(b);
  require_mesh_or_solid(first);
  require_mesh_or_solid(second);
  if (solids_answer(first, second)) return solid_objects_meet(first, second, state_->shapes, open);
  if (const auto known = meet_prepared(first, second, open, state_->shapes, &state_->parted)) return *known;
  return state_->in_arena([&] { return meet_fresh(first, second, open); });
}

std::optional<ObjectId> Engine::hits(const Scene& scene, ObjectId id, OpenBodies open) const {
  const SceneObject& object = scene.object(id);
  if (const auto known = state_->hits.first_hit(scene, id, state_->shapes, open, state_->parted)) return *known;
  const HitQuestion question(scene, {&id, 1}, state_->shapes, open);
  return question.first_hit(0, object, state_->parted, {});
}

std::optional<NearestObject> Engine::nearest(const Scene& scene, ObjectId id, double limit) const {
  if (!(limit >= 0)) throw Error(ErrorCode::bad_argument, fmt::format("limit {}: must be a distance, 0 or more", limit));
  const SceneObject& object = scene.object(id);
  return state_->in_arena([&] { return nearest_object(scene, object, {&id, 1}, limit, OpenBodies::solid, state_->shapes); });
}

std::vector<std::uint8_t> Engine::meet_poses(const Scene& scene, ObjectId id, std::span<const Pose> poses,
                                             const PoseOptions& options) const {
  return meet_poses(scene, {&id, 1}, poses, options);
}

std::vector<std::uint8_t> Engine::meet_poses(const Scene& scene, std::span<const ObjectId> ids, std::span<const Pose> poses,
                                             const PoseOptions& options) const {
  return state_->in_arena([&] { return meet_pose_batch(scene, ids, poses, options, state_->shapes); });
}

std::vector<PoseAnswer> Engine::check_poses(const Scene& scene, ObjectId id, std::span<const Pose> poses,
                                            const PoseOptions& options) const {
  return check_poses(scene, {&id, 1}, poses, options);
}

std::vector<PoseAnswer> Engine::check_poses(const Scene& scene, std::span<const ObjectId> ids, std::span<const Pose> poses,
                                            const PoseOptions& options) const {
  return state_->in_arena([&] { return check_pose_batch(scene, ids, poses, options, state_->shapes); });
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
  for (const SceneObject& object : scene.objects())
    if (!object.hidden) require_mesh_or_solid(object);
  return state_->answer(
      [&] { return run_sweep(scene, state_->shapes, options, state_->experiments, state_->options.on_log); });
}

PointAnswers Engine::points(const Scene& scene, ObjectId id, std::span<const Vec3> points,
                            const PointOptions& options) const {
  const SceneObject& object = scene.object(id);
  return state_->in_arena([&] { return run_points(object, points, options, state_->shapes); });
}

RayAnswers Engine::rays(const Scene& scene, ObjectId id, std::span<const Ray> rays, const RayOptions& options) const {
  const SceneObject& object = scene.object(id);
  if (solid_of(object) != nullptr || only_lines_tell(object))
    throw Error(ErrorCode::unsupported,
                fmt::format("object '{}' is a shape \"{}\" without faces; LineShape::crossings lists where a line meets it",
                            object.name, object.shape->name()));
  return state_->in_arena([&] { return run_rays(object, rays, options, state_->shapes); });
}

void Engine::prepare(const Mesh& mesh) {
  state_->in_arena([&] { state_->shapes.prepare(mesh); });
}

void Engine::forget(const Mesh& mesh) {
  state_->shapes.forget(mesh);
  state_->checks.clear();
  state_->hits.clear();
}

}  // namespace impinge
