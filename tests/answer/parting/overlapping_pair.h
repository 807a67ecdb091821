// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Two placed meshes that overlap, with what is asked of a parting.

#include <cmath>
#include <string>

#include <impinge/engine.h>
#include <impinge/overlap.h>

#include "answer/parting/push_points.h"
#include "pipeline/check/exact_pair.h"
#include "pipeline/check/pair_parting.h"
#include "pipeline/overlap/find_overlap.h"

namespace impinge::test {

class OverlappingPair {
 public:
  OverlappingPair(const Mesh& a, const Mesh& b, const Pose& a_pose = {}, const Pose& b_pose = {}) {
    scene_.add("a", a, a_pose);
    scene_.add("b", b, b_pose);
    world_ = place(scene_);
    const CheckResult check = Engine().check(scene_, {});
    if (!check.pairs.empty()) answer_ = check.pairs.front();
    const Body body_a(world_[0], control_), body_b(world_[1], control_);
    overlap_.solid = find_solid(body_a, body_b, answer_.face_pairs, Combination::intersection, control_);
    add_parting({scene_.objects()[0], body_a}, {scene_.objects()[1], body_b}, shapes_, control_, overlap_);
  }

  const OverlapSolid& solid() const { return *overlap_.solid; }
  const std::optional<LeastParting>& parting() const { return overlap_.parting; }
  const std::vector<PushPoint>& pushes() const { return overlap_.pushes; }

  /// By the exact check of the moved pair.
  bool overlaps_at(const Vec3& shift) const {
    return ExactPair(scene_.objects()[0], scene_.objects()[1], shapes_, control_).overlaps_at(shift);
  }

  /// World coordinates of the vertices, 0 for a and 1 for b.
  std::vector<Vec3> vertices(std::size_t which) const {
    std::vector<Vec3> list;
    for (std::uint32_t v = 0; v < world_[which].local.size(); ++v) list.push_back(world_[which].vertex(v));
    return list;
  }
  const WorldObject& object(std::size_t which) const { return world_[which]; }

 private:
  Scene scene_;
  PreparedShapes shapes_;
  Control control_{{}, {}};
  std::vector<WorldObject> world_;
  PairAnswer answer_;
  Overlap overlap_;
};

}  // namespace impinge::test
