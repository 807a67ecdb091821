// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/prepared/prepared_shapes.h"

#include <impinge/error.h>
#include <algorithm>

#include <atomic>

#include "answer/body/inner_ball.h"
#include "base/sanitizer.h"
#include "scene/motion/swept_shape.h"
#include "shape/convex/convex_mesh.h"

namespace impinge {

namespace {

// What the last reader of a tree did comes before. A template, since the thread sanitizer's compiler warns about fences that
// it merely sees: it cannot follow them.
template <bool kFences = !kThreadSanitizer>
void after_the_last_reader() {
  if constexpr (kFences) std::atomic_thread_fence(std::memory_order_acquire);
}

// For each shape: objects that share it, or steps that are asked again. A tree that nobody reads is refitted from the
// second one on, since its memory is worth more than its contents: a state is rarely asked for after the next two.
constexpr std::size_t kRefittedLeast = 2, kRefittedMost = 4;

// The arrays of the shape at rest: meshes may share one of them, and an object keeps both while it deforms.
constexpr std::size_t kMappedMost = 65536;  // faces: beyond, the maps of a convex body take much longer than the tree

std::pair<const Vec3*, const Face*> key_of(const Mesh& mesh) { return {mesh.vertices().data(), mesh.faces().data()}; }

}  // namespace

void PreparedShapes::prepare(const Mesh& mesh) {
  if (knows(mesh)) return;
  // Built outside the lock: others may go on asking.
  auto tree = std::make_shared<ClusterTree>(mesh.vertices(), mesh.faces());
  if (mesh.faces().size() <= kMappedMost) tree->set_inner_radius(inner_radius(mesh, *tree));
  auto groups = std::make_shared<const FaceGroups>(mesh.faces());
  if (!groups->useful()) groups = nullptr;
  std::optional<ConvexBody> convex;
  try {
    if (mesh.faces().size() <= kMappedMost && may_be_convex(mesh)) convex = ConvexBody::from_mesh(mesh);
  } catch (const Error&) {  // it is not, which is fine here
  }
  const std::lock_guard lock(mutex_);
  ++version_;
  shapes_.try_emplace(key_of(mesh), Shape{mesh, std::move(tree), std::move(groups), {}, {}, std::move(convex), {}});
}

bool PreparedShapes::adopt(const Mesh& mesh, const PreparedShapes& from) {
  std::optional<Shape> shared;
  {
    const std::lock_guard lock(from.mutex_);
    const auto shape = from.shapes_.find(key_of(mesh));
    if (shape == from.shapes_.end()) return false;
    const Shape& s = shape->second;
    shared = Shape{s.mesh, s.rest, s.groups, {}, s.octrees, s.convex, s.swept};
  }
  const std::lock_guard lock(mutex_);
  ++version_;
  shapes_.try_emplace(key_of(mesh), std::move(*shared));
  return true;
}

void PreparedShapes::forget(const Mesh& mesh) {
  const std::lock_guard lock(mutex_);
  ++version_;
  shapes_.erase(key_of(mesh));
}

std::uint64_t PreparedShapes::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

bool PreparedShapes::knows(const Mesh& mesh) const {
  const std::lock_guard lock(mutex_);
  return shapes_.contains(key_of(mesh));
}

PreparedShapes::Tree PreparedShapes::find(const SceneObject& object) const {
  const std::lock_guard lock(mutex_);
  const auto shape = shapes_.find(key_of(object.mesh));
  return shape == shapes_.end() ? nullptr : tree_of(shape->second, object);
}

PreparedShapes::Tree PreparedShapes::tree_of(const Shape& shape, const SceneObject& object) {
  if (object.deformed.empty()) return shape.rest;
  for (const Refitted& r : shape.refitted)
    if (r.revision == object.revision) return r.tree;
  return nullptr;
}

void PreparedShapes::find(std::span<const SceneObject> objects, std::span<Tree> trees) const {
  const std::lock_guard lock(mutex_);
  auto shape = shapes_.end();  // neighbours often share one
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto key = key_of(objects[i].mesh);
    if (shape == shapes_.end() || shape->first != key) shape = shapes_.find(key);
    if (shape != shapes_.end()) trees[i] = tree_of(shape->second, objects[i]);
  }
}

std::optional<ConvexBody> PreparedShapes::convex(const Mesh& mesh) const {
  const std::lock_guard lock(mutex_);
  const auto shape = shapes_.find(key_of(mesh));
  return shape == shapes_.end() ? std::nullopt : shape->second.convex;
}

PreparedShapes::Groups PreparedShapes::groups(const SceneObject& object) const {
  const std::lock_guard lock(mutex_);
  const auto shape = shapes_.find(key_of(object.mesh));
  return shape == shapes_.end() ? nullptr : shape->second.groups;
}

PreparedShapes::Octree PreparedShapes::octree(const SceneObject& object, std::optional<int> level) const {
  if (!object.deformed.empty()) return nullptr;
  const auto key = key_of(object.mesh);
  {
    const std::lock_guard lock(mutex_);
    if (const auto shape = shapes_.find(key); shape != shapes_.end())
      if (const auto kept = shape->second.octrees.find(level); kept != shape->second.octrees.end()) return kept->second;
  }
  Octree octree = make_shape_octree(object.mesh.vertices(), object.mesh.faces(), level);
  const std::lock_guard lock(mutex_);
  if (const auto shape = shapes_.find(key); shape != shapes_.end()) shape->second.octrees.try_emplace(level, octree);
  return octree;
}

PreparedShapes::Swept PreparedShapes::swept(const SceneObject& object, const Control* control) const {
  if (!object.deformed.empty()) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto shape = shapes_.find(key_of(object.mesh));
    if (shape == shapes_.end() || shape->second.swept) return shape == shapes_.end() ? nullptr : shape->second.swept;
  }
  Swept made =
      std::make_shared<const SweptShape>(object, std::make_shared<const FeatureOwners>(object.mesh, control), control);
  const std::lock_guard lock(mutex_);
  const auto shape = shapes_.find(key_of(object.mesh));
  if (shape != shapes_.end() && !shape->second.swept) shape->second.swept = made;
  return made;
}

PreparedShapes::Tree PreparedShapes::refitted(const SceneObject& object) const {
  if (Tree tree = find(object)) return tree;
  std::shared_ptr<ClusterTree> tree;
  Tree source;  // to be copied
  {
    const std::lock_guard lock(mutex_);
    const auto shape = shapes_.find(key_of(object.mesh));
    if (shape == shapes_.end()) return nullptr;
    source = shape->second.rest;
    if (object.deformed.empty()) return source;
    std::vector<Refitted>& kept = shape->second.refitted;
    auto old = kept.size() < kRefittedLeast
                   ? kept.end()
                   : std::find_if(kept.begin(), kept.end(), [](const Refitted& r) { return r.tree.use_count() == 1; });
    if (!kept.empty()) source = kept.back().tree;  // its notes are of use to a copy
    if (old != kept.end()) {
      after_the_last_reader();
      tree = std::move(old->tree);
    } else if (kept.size() >= kRefittedMost) {
      old = kept.begin();
    }
    if (old != kept.end()) kept.erase(old);
  }
  if (!tree) tree = std::make_shared<ClusterTree>(*source);
  tree->refit(object.deformed, object.mesh.faces());
  const std::lock_guard lock(mutex_);
  const auto shape = shapes_.find(key_of(object.mesh));
  if (shape != shapes_.end()) shape->second.refitted.push_back({object.revision, tree});
  return tree;
}

}  // namespace impinge
