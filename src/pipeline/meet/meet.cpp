// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The question with the shortest answer: each step may end it.
#include "pipeline/meet/meet.h"

#include <algorithm>

#include "answer/distance/cluster_distance.h"
#include "answer/verdict/solid_verdict.h"
#include "cull/overlap_region/overlap_region.h"
#include "exact/decide_pairs.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/polar_newton/polar_newton.h"
#include "localise/slice_map/slice_map.h"
#include "pipeline/check/convex_pairs.h"

namespace impinge {

namespace {

// Of objects whose surfaces do not meet: one may lie inside the other.
bool solids_meet(const Body& a, const Body& b) { return solid_verdict(a, b, {}).verdict != Verdict::disjoint; }

// Bodies that are apart, for the next question; farther than this they are known to be apart by their size.
void measure(const PartedPairs::Question& q, const Body& a, const Body& b, PartedPairs& parted) {
  constexpr double kFar = 0x1p-6;
  const double limit = kFar * (a.object().radius + b.object().radius);
  if (!(limit > 0x1p-400 && limit < 0x1p400)) return;
  const std::optional<Nearest> nearest = cluster_nearest_within(a, b, limit);
  parted.keep(q, nearest ? nearest->distance : limit);
}

}  // namespace

std::optional<bool> meet_prepared(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes,
                                  PartedPairs* parted, const CancelCallback& is_cancelled) {
  if (a.deformed.empty() && b.deformed.empty()) {
    const std::optional<ConvexBody> a_body = shapes.convex(a.mesh), b_body = shapes.convex(b.mesh);
    if (a_body && b_body) {
      const double margin = placing_margin(*a_body, a.pose, *b_body, b.pose);
      if (const auto answer = polar_newton_within(*a_body, a.pose, *b_body, b.pose, margin)) return answer->meet();
    }
  }
  const PreparedShapes::Tree a_tree = shapes.find(a), b_tree = shapes.find(b);
  if (!a_tree || !b_tree) return {};
  const PartedPairs::Question question{a, b, *a_tree, *b_tree};
  if (parted != nullptr && parted->apart(question)) return false;
  const WorldObject a_world = place(a, a_tree.get()), b_world = place(b, b_tree.get());
  if (!boxes_meet(a_world.box, b_world.box) || balls_apart(a_world, b_world, 0)) return false;
  if (balls_cross(a_world, b_world)) return true;
  Control control({}, is_cancelled);
  if (cluster_tree_any(a_world, b_world, control)) return true;
  const Body a_body(a_world, control), b_body(b_world, control);
  if (solids_meet(a_body, b_body)) return true;
  if (parted != nullptr && parted->wants_distance(question)) measure(question, a_body, b_body, *parted);
  return false;
}

bool meet_fresh(const SceneObject& a, const SceneObject& b, const CancelCallback& is_cancelled) {
  const WorldObject world[] = {place(a), place(b)};
  if (!boxes_meet(world[0].box, world[1].box)) return false;
  Control control({}, is_cancelled);
  const PairRegion region = overlap_region(world, ObjectPair{0, 1});
  const Body a_body(world[0], control), b_body(world[1], control);
  const std::optional<KeptVector<Candidate>> candidates = slice_map(world, region, control);
  const bool surfaces_meet = candidates ? any_meets(world, *candidates)
                                        : cluster_tree_any(a_body.clustered(), b_body.clustered(), control).has_value();
  return surfaces_meet || solids_meet(a_body, b_body);
}

}  // namespace impinge
