// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/shards/task_check.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "base/control.h"
#include "base/stopwatch.h"
#include "pipeline/check/check_memory.h"
#include "pipeline/shards/cut_tasks.h"
#include "pipeline/shards/near_objects.h"
#include "shape/mesh/deferral.h"

namespace impinge {

namespace {

using Pair = std::array<ObjectId, 2>;

// What is left for shapes and work, whatever the scene itself takes; an eighth of the whole in any case, so that a bound
// that is too small makes a check slow and not impossible.
std::uint64_t room_left(std::uint64_t memory) {
  const std::uint64_t held = resident_bytes();
  return std::max(memory / 8, memory > held ? memory - held : 0);
}

std::vector<std::uint32_t> objects_of(const CheckTask& task) {
  std::vector<std::uint32_t> ids;
  for (const Pair& pair : task.pairs)
    for (const ObjectId id : pair) ids.push_back(id.value);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// The scene as far as the task goes, with meshes that are here.
Scene scene_of(const Scene& scene, std::span<const std::uint32_t> ids, const std::vector<Mesh>& meshes) {
  Scene part;
  part.units = scene.units;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const SceneObject& o = scene.objects()[ids[i]];
    const ObjectId id = o.shape ? part.add(o.name, o.shape, o.pose, o.group) : part.add(o.name, meshes[i], o.pose, o.group);
    if (!o.groups.empty()) part.set_groups(id, o.groups);
    if (!o.layer.empty()) part.set_layer(id, o.layer);
    if (!o.deformed.empty()) part.set_vertices(id, o.deformed);
  }
  part.set_rules({scene.rules().begin(), scene.rules().end()});
  const auto place_of = [&](ObjectId id) { return std::lower_bound(ids.begin(), ids.end(), id.value); };
  for (const IgnoredPair& pair : scene.ignored()) {
    const auto a = place_of(pair.a), b = place_of(pair.b);
    if (a == ids.end() || *a != pair.a.value || b == ids.end() || *b != pair.b.value) continue;
    part.ignore({static_cast<std::uint32_t>(a - ids.begin())}, {static_cast<std::uint32_t>(b - ids.begin())}, pair.reason);
  }
  return part;
}

CheckOptions options_of(const CheckOptions& options, const CheckTask& task, std::span<const std::uint32_t> ids,
                        std::uint64_t& refused) {
  CheckOptions part = options;
  part.memory = 0;
  part.max_pairs = UINT64_MAX;
  part.on_progress = {};
  part.self_objects.clear();
  part.self = part.pairs = false;
  for (const Pair& pair : task.pairs) {
    (pair[0] == pair[1] ? part.self : part.pairs) = true;
    if (pair[0] != pair[1]) continue;
    const auto place = std::lower_bound(ids.begin(), ids.end(), pair[0].value) - ids.begin();
    part.self_objects.push_back({static_cast<std::uint32_t>(place)});
  }
  part.asks = [&options, &task, ids, &refused](ObjectId a, ObjectId b) {
    const Pair pair{ObjectId{ids[a.value]}, ObjectId{ids[b.value]}};
    if (!std::binary_search(task.pairs.begin(), task.pairs.end(), pair)) return false;
    const bool asked = !options.asks || options.asks(pair[0], pair[1]);
    refused += asked ? 0 : 1;
    return asked;
  };
  return part;
}

// So that nobody reads a mesh again to name the polygons of an answer.
void note_sources(const Scene& scene, const PairAnswer& answer, const Mesh& a, const Mesh& b) {
  const auto note = [&](ObjectId id, const Mesh& mesh, std::uint32_t face) {
    if (mesh.has_source_faces()) note_source(scene.objects()[id.value].mesh, face, mesh.source_face(face));
  };
  if (answer.witness && answer.witness->a_face) note(answer.a, a, *answer.witness->a_face);
  if (answer.witness && answer.witness->b_face) note(answer.b, b, *answer.witness->b_face);
  for (const FacePair& faces : answer.face_pairs) {
    note(answer.a, a, faces.a_face);
    note(answer.b, b, faces.b_face);
  }
}

void add_stats(const Stats& part, Stats& stats) {
  for (const std::string& word : part.methods)
    if (std::find(stats.methods.begin(), stats.methods.end(), word) == stats.methods.end()) stats.methods.push_back(word);
  if (stats.backend.empty() || part.backend != to_string(Backend::cpu)) stats.backend = part.backend;
  if (stats.not_as_asked.empty()) stats.not_as_asked = part.not_as_asked;
  stats.threads = std::max(stats.threads, part.threads);
  stats.total_ms += part.total_ms;
  for (const StageStats& stage : part.stages) {
    const auto same = std::find_if(stats.stages.begin(), stats.stages.end(),
                                   [&](const StageStats& known) { return known.name == stage.name; });
    if (same == stats.stages.end()) {
      stats.stages.push_back(stage);
      continue;
    }
    same->ms += stage.ms;
    same->in += stage.in;
    same->out += stage.out;
  }
}

}  // namespace

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void require_tasks(const CheckOptions& options, const Experiments& experiments) {
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::bad_argument, "a check in tasks, or within a bound of memory, " + what);
  };
  if (options.method != Method::automatic || experiments.broad != Broad::sweep_boxes)
    refuse(fmt::format("finds its pairs and faces by itself; ask for method auto and broad sweep_boxes, not {} and {}",
                       to_string(options.method), to_string(experiments.broad)));
  if (options.level) refuse("has no octree over all objects; ask for no level");
  if (!options.face_pairs) refuse("needs face_pairs: without them witnesses depend on how many pairs there are in all");
}

CheckPlan plan_check(const Scene& scene, const CheckOptions& options) {
  const Rulebook rules(scene, options.clearance, options.ignored);
  const NearObjects near = near_objects(scene, options, rules);
  return cut_tasks(scene, options, rules, near, options.memory == 0 ? 0 : room_left(options.memory));
}

CheckResult check_task(const Scene& scene, const CheckTask& task, const CheckOptions& options, ShapeStore& store,
                       const CheckOne& check) {
  const std::vector<std::uint32_t> ids = objects_of(task);
  for (const std::uint32_t id : ids) scene.object({id});
  const ShapeStore::Reads before = store.reads();
  const std::vector<Mesh> meshes = store.take(scene, ids, options.memory / 4);
  const ShapeStore::Reads after = store.reads();
  const Scene part = scene_of(scene, ids, meshes);
  std::uint64_t refused = 0;
  CheckResult result = check(part, options_of(options, task, ids, refused));
  for (PairAnswer& answer : result.pairs) {
    const Mesh &a = part.objects()[answer.a.value].mesh, &b = part.objects()[answer.b.value].mesh;
    answer.a = {ids[answer.a.value]};
    answer.b = {ids[answer.b.value]};
    note_sources(scene, answer, a, b);
  }
  result.stats.stages.insert(result.stats.stages.begin(), {{"read", (after.seconds - before.seconds) * 1000,
                                                            after.shapes - before.shapes, after.reads - before.reads},
                                                           {"read_bytes", 0, task.bytes, after.bytes - before.bytes}});
  result.skipped = {.refused = refused};
  result.asked = 0;
  result.rules.clear();
  return result;
}

CheckResult join_checks(const Scene& scene, std::vector<CheckResult> parts, const CheckOptions& options) {
  CheckResult all;
  std::uint64_t refused = 0;
  for (CheckResult& part : parts) {
    std::move(part.pairs.begin(), part.pairs.end(), std::back_inserter(all.pairs));
    refused += part.skipped.refused;
    add_stats(part.stats, all.stats);
  }
  if (parts.empty()) all.stats.backend = to_string(Backend::cpu);
  const auto key = [](const PairAnswer& x) { return std::pair(x.a, x.b); };
  std::sort(all.pairs.begin(), all.pairs.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
  cut_face_pairs(options.max_pairs, all.pairs);
  Rulebook(scene, options.clearance, options.ignored).count(options.pairs, options.self, all);
  all.skipped.refused = refused;
  return all;
}

CheckResult check_in_tasks(const Scene& scene, const CheckOptions& options, ShapeStore& store, const CheckOne& check) {
  const Stopwatch watch;
  Control control(options.on_progress, options.is_cancelled);
  control.begin("plan", 0, 0.02);
  const CheckPlan plan = plan_check(scene, options);
  store.expect(scene, plan.tasks);
  control.begin("check", 0.02, 1);
  std::vector<CheckResult> parts;
  double done = 0;
  constexpr std::size_t kTrimEach = 16;  // the C library keeps what was freed, which counts as held
  for (const CheckTask& task : plan.tasks) {
    control.poll();
    parts.push_back(check_task(scene, task, options, store, check));
    if (parts.size() % kTrimEach == 0) ::malloc_trim(0);
    done += task.seconds;
    control.share(done / plan.seconds);
  }
  store.clear();
  CheckResult all = join_checks(scene, std::move(parts), options);
  all.stats.total_ms = watch.ms();
  control.begin("done", 1, 1);
  return all;
}

}  // namespace impinge
