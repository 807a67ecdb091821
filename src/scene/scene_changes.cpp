// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a scene remembers of its changes. Numbers are given once in a process, so that two scenes that have the same number
// in the same place of their lists have lived through the same until then.
#include "scene/scene_changes.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <atomic>

#include "base/internals.h"

namespace impinge {

namespace {

constexpr std::size_t kLeastChanges = 1024;  // that are remembered, or as many as there are objects

}  // namespace

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> numbers{0};
  return numbers.fetch_add(1, std::memory_order_relaxed) + 1;
}

Mesh box_of_shape(std::string_view name, const LineShape* shape) {
  if (shape == nullptr) throw Error(ErrorCode::bad_argument, fmt::format("object '{}': there is no shape", name));
  // A height field is the mesh that it is made of.
  if (const Solid* const solid = shape->solid(); solid != nullptr && solid->kind() == SolidKind::height_field)
    return solid->tessellated();
  const auto [low, high] = shape->bounds();
  if (!low.allFinite() || !high.allFinite() || !((high - low).minCoeff() > 0))
    throw Error(ErrorCode::bad_argument,
                fmt::format("object '{}': the box of its shape \"{}\" is flat, empty or not finite", name, shape->name()));
  const Mesh cube = make_box(Vec3::Constant(2));
  std::vector<Vec3> corners(cube.vertices().begin(), cube.vertices().end());
  for (Vec3& corner : corners) corner = (corner.array() < 0).select(low, high);
  return Mesh(std::move(corners), {cube.faces().begin(), cube.faces().end()}, shape->name());
}

void Scene::note_change(ObjectId id, bool only_itself) {
  const std::uint64_t number = next_number();
  objects_[id.value].change = number;
  if (origin_ == 0) origin_ = number;
  if (!only_itself) asking_ = number;
  const std::size_t most = 2 * std::max(objects_.size(), kLeastChanges);
  if (changes_.size() >= most) {
    const auto half = static_cast<std::ptrdiff_t>(changes_.size() / 2);
    changes_.erase(changes_.begin(), changes_.begin() + half);
    forgotten_ += static_cast<std::uint64_t>(half);
  }
  changes_.push_back({number, id.value});
}

SceneMoment moment_of(const Scene& scene) { return Internals::moment<SceneMoment>(scene); }

bool changes_since(const Scene& scene, const SceneMoment& moment, std::vector<std::uint32_t>& objects) {
  objects.clear();
  return Internals::changes_since(scene, moment, [&](std::uint32_t object) { objects.push_back(object); });
}

Scene Scene::without_hidden(std::vector<std::uint32_t>& ids) const {
  Scene shown;
  shown.units = units;
  shown.duration = duration;
  shown.rules_ = rules_;
  std::vector<std::uint32_t> places(objects_.size(), UINT32_MAX);
  ids.clear();
  for (std::uint32_t i = 0; i < objects_.size(); ++i) {
    if (objects_[i].hidden) continue;
    places[i] = static_cast<std::uint32_t>(ids.size());
    ids.push_back(i);
    shown.ids_.emplace(objects_[i].name, places[i]);
    shown.objects_.push_back(objects_[i]);
  }
  for (const IgnoredPair& pair : ignored_)
    if (places[pair.a.value] != UINT32_MAX && places[pair.b.value] != UINT32_MAX)
      shown.ignored_.push_back({{places[pair.a.value]}, {places[pair.b.value]}, pair.reason});
  return shown;
}

Scene without_hidden(const Scene& scene, std::vector<std::uint32_t>& ids) { return Internals::without_hidden(scene, ids); }

bool hides_some(const Scene& scene) {
  return std::any_of(scene.objects().begin(), scene.objects().end(), [](const SceneObject& o) { return o.hidden; });
}

void Scene::remove(ObjectId id) {
  object(id);
  SceneObject& o = objects_[id.value];
  ids_.erase(o.name);
  std::erase_if(ignored_, [&](const IgnoredPair& pair) { return pair.a == id || pair.b == id; });
  static const Mesh nothing = make_box(Vec3::Constant(1));  // a mesh has faces
  o = SceneObject{std::string(), nothing};
  o.hidden = o.removed = true;
  note_change(id, false);
}

void Scene::replace(ObjectId id, Mesh mesh) {
  const SceneObject& old = object(id);
  const bool deforms = old.motion && !old.motion->vertex_keyframes.empty();
  if (deforms && old.motion->vertex_keyframes.front().size() != mesh.vertices().size())
    throw Error(ErrorCode::bad_argument,
                fmt::format("object '{}': a mesh of {} vertices under a motion of {}; give it another motion first",
                            old.name, mesh.vertices().size(), old.motion->vertex_keyframes.front().size()));
  SceneObject& o = objects_[id.value];
  o.mesh = std::move(mesh);
  o.shape.reset();
  o.deformed = {};
  o.deformed_boxes.reset();
  o.revision = 0;
  note_change(id, true);
}

void Scene::replace(ObjectId id, std::shared_ptr<const LineShape> shape) {
  const SceneObject& old = object(id);
  if (old.motion && !old.motion->vertex_keyframes.empty())
    throw Error(ErrorCode::bad_argument,
                fmt::format("object '{}': a shape without vertices under a motion of vertices", old.name));
  replace(id, box_of_shape(old.name, shape.get()));
  objects_[id.value].shape = std::move(shape);
}

void Scene::rename(ObjectId id, std::string name) {
  const std::string& old = object(id).name;
  if (name == old) return;
  if (const auto taken = ids_.find(name); taken != ids_.end())
    throw Error(ErrorCode::bad_argument,
                fmt::format("object '{}': object {} is named '{}' already", old, taken->second, name));
  ids_.erase(old);
  ids_.emplace(name, id.value);
  objects_[id.value].name = std::move(name);
  note_change(id, false);
}

void Scene::hide(ObjectId id, bool hidden) {
  if (object(id).hidden == hidden) return;
  objects_[id.value].hidden = hidden;
  note_change(id, false);
}

}  // namespace impinge
