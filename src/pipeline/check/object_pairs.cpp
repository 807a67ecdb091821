// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/object_pairs.h"

#include <algorithm>

#include "answer/verdict/likely_verdict.h"
#include "base/few_in_turn.h"
#include "base/lent.h"
#include "pipeline/check/methods.h"

namespace impinge {

namespace {

// Of the objects: if fewer have moved, each looks for its neighbours in a tree. A guess, not a measured optimum.
constexpr std::size_t kFewOf = 8;
constexpr std::uint32_t kFewObjects = 4;   // placed in turn: large ones are on all threads by themselves
constexpr std::size_t kMovesPerBuild = 4;  // of each object, until a tree is worth making anew

// How far beyond its faces an object may matter: where a part of it may be missing.
double reach(const CheckContext& run, const WorldObject& o) {
  return run.options.open == OpenBodies::solid ? missing_reach(o) : 0;
}

PreparedShapes::Tree tree_of(const CheckContext& run, const SceneObject& o) {
  if (run.shapes.knows(o.mesh)) return run.shapes.refitted(o);
  return std::make_shared<const ClusterTree>(o.deformed.empty() ? o.mesh.vertices() : o.deformed, o.mesh.faces());
}

void place_one(CheckContext& run, Method method, std::uint32_t i) {
  CheckMemory& memory = run.memory;
  const SceneObject& object = run.scene.objects()[i];
  PreparedShapes::Tree& tree = memory.trees[i];
  memory.groups[i] = nullptr;
  if (object.hidden) {
    tree = nullptr;
    memory.world[i] = WorldObject();
    return;
  }
  if (method == Method::cluster_tree && !tree) tree = tree_of(run, object);
  memory.world[i] = place(object, tree.get());
  if (!tree) memory.groups[i] = run.shapes.groups(object);
  memory.world[i].groups = memory.groups[i].get();
}

// Grown by what is asked: boxes that do not meet are not asked about.
Box asked_box(const CheckContext& run, std::uint32_t i) {
  const WorldObject& o = run.world[i];
  if (run.scene.objects()[i].hidden) return {};
  const double margin = run.rulebook.reach(i) / 2 + reach(run, o);
  return run.rulebook.measures() || margin > 0 ? grown(o.box, margin) : o.box;
}

// Only boxes of objects that are there come to a broad phase.
std::vector<ObjectPair> pairs_of_all(const CheckContext& run, std::span<const Box> boxes) {
  const auto is_empty = [](const Box& box) { return box.empty(); };
  if (std::none_of(boxes.begin(), boxes.end(), is_empty)) return broad_pairs(run.experiments.broad, boxes);
  std::vector<Box> there;
  std::vector<std::uint32_t> ids;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (is_empty(boxes[i])) continue;
    there.push_back(boxes[i]);
    ids.push_back(i);
  }
  std::vector<ObjectPair> pairs = broad_pairs(run.experiments.broad, there);
  for (ObjectPair& p : pairs) p = {ids[p.a], ids[p.b]};
  return pairs;
}

std::vector<ObjectPair> pairs_of_changed(CheckMemory& memory) {
  BoxTree& tree = *memory.tree;
  std::vector<ObjectPair> pairs = Lent<ObjectPair>::take();
  for (const std::uint32_t i : memory.changed) {
    const Box& box = memory.boxes[i];
    if (box.empty()) continue;
    tree.each_near(box, [&](std::uint32_t j) {
      const bool has_its_turn = memory.is_changed[j] != 0 && j >= i;  // and finds this one
      if (!has_its_turn && boxes_meet(box, memory.boxes[j])) pairs.push_back({std::min(i, j), std::max(i, j)});
    });
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Pairs of boxes that meet, of objects that are looked at.
std::vector<ObjectPair> pairs_of_boxes(CheckContext& run) {
  CheckMemory& memory = run.memory;
  const std::size_t n = run.world.size();
  memory.boxes.resize(n);
  const auto set_box = [&](std::uint32_t i) {
    memory.boxes[i] = asked_box(run, i);
    if (memory.tree) memory.tree->set(i, memory.boxes[i]);
  };
  const bool few = !memory.all && memory.changed.size() * kFewOf <= n && run.experiments.broad == Broad::sweep_boxes;
  if (!few) memory.tree.reset();
  if (memory.all)
    for (std::uint32_t i = 0; i < n; ++i) set_box(i);
  else
    for (const std::uint32_t i : memory.changed) set_box(i);
  if (few) {
    if (!memory.tree || memory.tree->moves() > kMovesPerBuild * n) memory.tree.emplace().build(memory.boxes);
    return pairs_of_changed(memory);
  }
  std::vector<ObjectPair> pairs = pairs_of_all(run, memory.boxes);
  if (!memory.all) std::erase_if(pairs, [&](const ObjectPair& p) { return !memory.looks_at(p); });
  return pairs;
}

// Pairs must not be too far apart either, where a rule says so.
std::vector<ObjectPair> with_limited(const CheckContext& run, std::vector<ObjectPair> pairs) {
  std::vector<ObjectPair> limited = run.rulebook.limited_pairs();
  std::erase_if(limited, [&](const ObjectPair& p) { return !run.memory.looks_at(p); });
  if (limited.empty()) return pairs;
  std::vector<ObjectPair> both;
  std::set_union(pairs.begin(), pairs.end(), limited.begin(), limited.end(), std::back_inserter(both));
  return both;
}

bool refused(CheckContext& run, const ObjectPair& p) {
  if (!run.options.asks || run.options.asks({p.a}, {p.b})) return false;
  ++run.result.skipped.refused;
  return true;
}

}  // namespace

void place_objects(CheckContext& run, Method method) {
  CheckMemory& memory = run.memory;
  const std::span<const SceneObject> objects = run.scene.objects();
  memory.world.resize(objects.size());
  memory.trees.resize(objects.size());
  memory.groups.resize(objects.size());
  if (memory.bodies.size() < objects.size()) memory.bodies = KeptVector<std::optional<Body>>(objects.size());
  const bool by_trees = method != Method::face_octree && method != Method::slice_map;
  if (memory.all) {
    std::fill(memory.trees.begin(), memory.trees.end(), nullptr);
    if (by_trees) run.shapes.find(objects, memory.trees);
    few_in_turn(kFewObjects, static_cast<std::uint32_t>(objects.size()),
                [&](std::uint32_t i) { place_one(run, method, i); });
    memory.has_unprepared = std::any_of(memory.trees.begin(), memory.trees.end(), [](const auto& tree) { return !tree; });
    return;
  }
  for (const std::uint32_t i : memory.changed) memory.trees[i] = by_trees ? run.shapes.find(objects[i]) : nullptr;
  few_in_turn(std::size_t{kFewObjects}, memory.changed.size(),
              [&](std::size_t k) { place_one(run, method, memory.changed[k]); });
}

std::vector<ObjectPair> find_object_pairs(CheckContext& run) {
  const Rulebook& rules = run.rulebook;
  std::vector<ObjectPair> pairs = with_limited(run, pairs_of_boxes(run));
  const std::span<const SceneObject> objects = run.scene.objects();
  std::erase_if(pairs, [&](const ObjectPair& p) {
    if (!groups_meet(objects[p.a].group, objects[p.b].group) || !rules.computes(p)) return true;
    const WorldObject &a = run.world[p.a], &b = run.world[p.b];
    const double clearance = rules.clearance(p).value_or(0), margin = clearance + reach(run, a) + reach(run, b);
    // Lines see no winding numbers.
    if ((run.has_no_faces(p.a) || run.has_no_faces(p.b)) && !boxes_meet(grown(a.box, clearance), b.box)) return true;
    // Boxes are grown by the greatest clearance of their object, which need not be that of the pair.
    return (!rules.plain() && !boxes_meet(grown(a.box, margin), b.box)) || balls_apart(a, b, margin) || refused(run, p);
  });
  return pairs;
}

}  // namespace impinge
