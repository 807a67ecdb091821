// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Bisection of the pairs by the middles of what their boxes share: a partition of the graph whose vertices are objects,
// which cuts it where the scene is thin enough to be cut along a plane. Leaves follow each other as the tree is walked, so
// that neighbours in the list are neighbours in space and what one has read is mostly there for the next.
#include "pipeline/shards/cut_tasks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "shape/mesh/deferral.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

// Seconds on one core of the machine of docs/performance.md; see there for how they were measured.
constexpr double kTask = 0.5e-3, kPair = 4e-6, kObject = 4e-6, kFace = 22e-9, kNearFace = 25e-9, kByte = 4e-9;
// A second for a task, less where there would be too few of them for the workers of a machine; but not so little that
// handing them out would cost more.
constexpr double kMostSeconds = 1, kLeastSeconds = 0.02, kTasksWanted = 64;
constexpr std::uint64_t kBytesPerPlacedFace = 64;

double share_of(const Box& region, const Box& box) {
  double share = 1;
  for (int k = 0; k < 3; ++k) {
    const double all = box.high[k] - box.low[k], part = std::max(0.0, region.high[k] - region.low[k]);
    if (all > 0) share *= std::min(1.0, part / all);
  }
  return share;
}

class Cutter {
 public:
  Cutter(const Scene& scene, const CheckOptions& options, const Rulebook& rules, const NearObjects& near,
         std::uint64_t memory)
      : objects_(scene.objects()), near_(near), memory_(memory), stamps_(objects_.size(), 0) {
    for (const ObjectPair& p : near.pairs) {
      const double margin = p.a == p.b ? 0 : rules.clearance(p).value_or(0);
      const Box a = std::isfinite(margin) && margin > 0 ? grown(near.boxes[p.a], margin) : near.boxes[p.a];
      const Box region = intersection(a, near.boxes[p.b]);
      middles_.emplace_back(middle_of(region.empty() ? near.boxes[p.a] : region));
      const double faces = static_cast<double>(faces_of(p.a)) * share_of(region, near.boxes[p.a]) +
                           (p.a == p.b ? 0 : static_cast<double>(faces_of(p.b)) * share_of(region, near.boxes[p.b]));
      costs_.push_back(kPair + kNearFace * faces * (options.clearance ? 2 : 1));
    }
  }

  CheckPlan cut() {
    std::vector<std::uint32_t> all(near_.pairs.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<std::span<std::uint32_t>> open;
    if (!all.empty()) open.emplace_back(all);
    task_seconds_ = std::clamp(measure(all).seconds / kTasksWanted, kLeastSeconds, kMostSeconds);
    while (!open.empty()) {
      const std::span<std::uint32_t> part = open.back();
      open.pop_back();
      CheckTask task = measure(part);
      if (part.size() == 1 || fits(task)) {
        finish(task, part);
        continue;
      }
      halve(part);
      open.push_back(part.subspan(part.size() / 2));
      open.push_back(part.first(part.size() / 2));
    }
    sum_up();
    return std::move(plan_);
  }

 private:
  static Vec3 middle_of(const Box& box) {
    const Vec3 middle = box.low / 2 + box.high / 2;
    return middle.allFinite() ? middle : Vec3(Vec3::Zero());
  }
  std::uint64_t faces_of(std::uint32_t object) const { return objects_[object].mesh.face_count(); }

  CheckTask measure(std::span<const std::uint32_t> part) {
    CheckTask task;
    task.seconds = kTask;
    std::unordered_set<const void*> shapes;
    ++stamp_;
    const auto add = [&](std::uint32_t object) {
      if (stamps_[object] == stamp_) return;
      stamps_[object] = stamp_;
      ++task.objects;
      task.faces += faces_of(object);
      const Mesh& mesh = objects_[object].mesh;
      if (shapes.insert(Internals::share(mesh).get()).second) task.bytes += bytes_of(mesh);
    };
    for (const std::uint32_t i : part) {
      task.seconds += costs_[i];
      add(near_.pairs[i].a);
      add(near_.pairs[i].b);
    }
    task.seconds += kObject * static_cast<double>(task.objects) + kFace * static_cast<double>(task.faces) +
                    kByte * static_cast<double>(task.bytes);
    return task;
  }

  bool fits(const CheckTask& task) const {
    if (task.seconds > task_seconds_) return false;
    return memory_ == 0 || (task.bytes <= memory_ / 4 && task.faces * kBytesPerPlacedFace <= memory_ / 4);
  }

  void halve(std::span<std::uint32_t> part) {
    Box around;
    for (const std::uint32_t i : part) around.add(middles_[i]);
    int axis = 0;
    (around.high - around.low).maxCoeff(&axis);
    std::nth_element(
        part.begin(), part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2), part.end(),
        [&](std::uint32_t i, std::uint32_t j) { return std::pair(middles_[i][axis], i) < std::pair(middles_[j][axis], j); });
  }

  void finish(CheckTask& task, std::span<std::uint32_t> part) {
    std::sort(part.begin(), part.end());
    for (const std::uint32_t i : part) task.pairs.push_back({ObjectId{near_.pairs[i].a}, ObjectId{near_.pairs[i].b}});
    plan_.tasks.push_back(std::move(task));
  }

  void sum_up() {
    std::unordered_set<const void*> shapes;
    ++stamp_;
    for (const ObjectPair& p : near_.pairs)
      for (const std::uint32_t object : {p.a, p.b}) {
        if (stamps_[object] == stamp_) continue;
        stamps_[object] = stamp_;
        plan_.faces += faces_of(object);
        if (shapes.insert(Internals::share(objects_[object].mesh).get()).second)
          plan_.bytes += bytes_of(objects_[object].mesh);
      }
    plan_.shapes = shapes.size();
    plan_.pairs = near_.pairs.size();
    for (const CheckTask& task : plan_.tasks) plan_.seconds += task.seconds;
  }

  std::span<const SceneObject> objects_;
  const NearObjects& near_;
  std::uint64_t memory_;
  double task_seconds_ = kMostSeconds;
  std::vector<Vec3> middles_;  // by pair
  std::vector<double> costs_;  // likewise, seconds
  std::vector<std::uint32_t> stamps_;
  std::uint32_t stamp_ = 0;
  CheckPlan plan_;
};

}  // namespace

std::uint64_t bytes_of(const Mesh& mesh) {
  const auto& deferral = Internals::share(mesh)->deferral;
  const std::uint64_t vertices = deferral ? deferral->facts.vertices : mesh.vertices().size();
  return 32 * vertices + 16 * mesh.face_count() + 512;
}

CheckPlan cut_tasks(const Scene& scene, const CheckOptions& options, const Rulebook& rules, const NearObjects& near,
                    std::uint64_t memory) {
  return Cutter(scene, options, rules, near, memory).cut();
}

}  // namespace impinge
