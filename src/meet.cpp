// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The question with the shortest answer: each step may end it.
#include "meet.h"

#include "answer/solid_verdict.h"
#include "cull/overlap_region.h"
#include "localise/cluster_tree_pairs.h"
#include "localise/meeting_pairs.h"
#include "localise/slice_map.h"

namespace impinge {

namespace {

// Of objects whose surfaces do not meet: one may lie inside the other.
bool solids_meet(const WorldObject& a, const WorldObject& b, Control& control) {
  const Body a_body(a, control), b_body(b, control);
  return solid_verdict(a_body, b_body, {}).verdict != Verdict::disjoint;
}

}  // namespace

std::optional<bool> meet_prepared(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes) {
  const PreparedShapes::Tree a_tree = shapes.find(a), b_tree = shapes.find(b);
  if (!a_tree || !b_tree) return {};
  const WorldObject a_world = place(a, a_tree.get()), b_world = place(b, b_tree.get());
  if (!boxes_meet(a_world.box, b_world.box)) return false;
  Control control({}, {});
  return cluster_tree_any(a_world, b_world, control) || solids_meet(a_world, b_world, control);
}

bool meet_fresh(const SceneObject& a, const SceneObject& b) {
  const WorldObject world[] = {place(a), place(b)};
  if (!boxes_meet(world[0].box, world[1].box)) return false;
  Control control({}, {});
  const PairRegion region = overlap_region(world, ObjectPair{0, 1});
  CandidateLimit limit({}, kMaxCandidates);
  return any_meets(world, slice_map(world, region, limit, control)) || solids_meet(world[0], world[1], control);
}

}  // namespace impinge
