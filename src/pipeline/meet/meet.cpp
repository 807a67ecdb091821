// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The question with the shortest answer: each step may end it.
#include "pipeline/meet/meet.h"

#include <algorithm>

#include "answer/distance/cluster_distance.h"
#include "answer/verdict/likely_verdict.h"
#include "answer/verdict/solid_verdict.h"
#include "cull/overlap_region/overlap_region.h"
#include "exact/decide_pairs.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/polar_newton/polar_newton.h"
#include "localise/slice_map/slice_map.h"
#include "pipeline/check/convex_pairs.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

// Whether winding numbers must be asked: surfaces that are apart prove nothing then.
bool asks_winding(const SceneObject& a, const SceneObject& b, OpenBodies open) {
  return open == OpenBodies::solid && !(a.mesh.report().sound() && b.mesh.report().sound());
}

// Of objects whose surfaces do not meet: one may lie inside the other.
bool solids_meet(const Body& a, const Body& b, bool winding) {
  if (solid_verdict(a, b, {}).verdict != Verdict::disjoint) return true;
  const std::optional<LikelyVerdict> likely = winding ? likely_verdict(a, b, {}) : std::nullopt;
  return likely && likely->verdict != Verdict::disjoint;
}

// Too far from each other, even if parts of them are missing.
bool out_of_reach(const WorldObject& a, const WorldObject& b, bool winding) {
  const double reach = winding ? missing_reach(a) + missing_reach(b) : 0;
  return !boxes_meet(reach > 0 ? grown(a.box, reach) : a.box, b.box) || balls_apart(a, b, reach);
}

// Bodies that are apart, for the next question; farther than this they are known to be apart by their size.
void measure(const PartedPairs::Question& q, const Body& a, const Body& b, PartedPairs& parted) {
  constexpr double kFar = 0x1p-6;
  const double limit = kFar * (a.object().radius + b.object().radius);
  if (!(limit > 0x1p-400 && limit < 0x1p400)) return;
  const std::optional<Nearest> nearest = cluster_nearest_within(a, b, limit);
  parted.keep(q, nearest ? nearest->distance : limit);
}

}  // namespace

std::optional<bool> meet_prepared(const SceneObject& a, const SceneObject& b, OpenBodies open, const PreparedShapes& shapes,
                                  PartedPairs* parted, const CancelCallback& is_cancelled, std::optional<FacePair>* faces) {
  if (a.deformed.empty() && b.deformed.empty()) {
    const std::optional<ConvexBody> a_body = shapes.convex(a.mesh), b_body = shapes.convex(b.mesh);
    if (a_body && b_body) {
      const double margin = placing_margin(*a_body, a.pose, *b_body, b.pose);
      if (const auto answer = polar_newton_within(*a_body, a.pose, *b_body, b.pose, margin)) return answer->meet();
    }
  }
  const PreparedShapes::Tree a_tree = shapes.find(a), b_tree = shapes.find(b);
  if (!a_tree || !b_tree) return {};
  const bool winding = asks_winding(a, b, open);
  if (winding) parted = nullptr;  // a body gets into another one through a hole without coming near its surface
  const PartedPairs::Question question{a, b, *a_tree, *b_tree};
  if (parted != nullptr && parted->apart(question)) return false;
  const WorldObject a_world = place(a, a_tree.get()), b_world = place(b, b_tree.get());
  if (out_of_reach(a_world, b_world, winding)) return false;
  if (balls_cross(a_world, b_world)) return true;
  Control control({}, is_cancelled);
  if (const std::optional<FacePair> found = cluster_tree_any(a_world, b_world, control)) {
    if (faces != nullptr) *faces = found;
    return true;
  }
  const Body a_body(a_world, control), b_body(b_world, control);
  if (solids_meet(a_body, b_body, winding)) return true;
  if (parted != nullptr && parted->wants_distance(question)) measure(question, a_body, b_body, *parted);
  return false;
}

bool meet_fresh(const SceneObject& a, const SceneObject& b, OpenBodies open, const CancelCallback& is_cancelled) {
  const WorldObject world[] = {place(a), place(b)};
  const bool winding = asks_winding(a, b, open);
  if (out_of_reach(world[0], world[1], winding)) return false;
  Control control({}, is_cancelled);
  const Body a_body(world[0], control), b_body(world[1], control);
  if (!boxes_meet(world[0].box, world[1].box)) return solids_meet(a_body, b_body, winding);
  const PairRegion region = overlap_region(world, ObjectPair{0, 1});
  const std::optional<KeptVector<Candidate>> candidates = slice_map(world, region, control);
  const bool surfaces_meet = candidates ? any_meets(world, *candidates)
                                        : cluster_tree_any(a_body.clustered(), b_body.clustered(), control).has_value();
  return surfaces_meet || solids_meet(a_body, b_body, winding);
}

bool objects_meet(const SceneObject& a, const SceneObject& b, OpenBodies open, const PreparedShapes& shapes,
                  PartedPairs* parted, const CancelCallback& is_cancelled, std::optional<FacePair>* faces) {
  if (solids_answer(a, b)) return solid_objects_meet(a, b, shapes, open, is_cancelled);
  const std::optional<bool> known = meet_prepared(a, b, open, shapes, parted, is_cancelled, faces);
  return known ? *known : meet_fresh(a, b, open, is_cancelled);
}

}  // namespace impinge
