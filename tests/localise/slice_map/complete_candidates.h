// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/simd_targets.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "exact/face_pair_static.h"
#include "localise/slice_map/slice_map.h"

namespace impinge::test {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

inline std::vector<Pair> meeting_by_brute_force(const std::vector<WorldObject>& world) {
  std::vector<Pair> pairs;
  for (std::uint32_t f = 0; f < world[0].faces.size(); ++f)
    for (std::uint32_t g = 0; g < world[1].faces.size(); ++g)
      if (face_pair_static(world[0].triangle(f), world[1].triangle(g)) != Relation::disjoint) pairs.emplace_back(f, g);
  return pairs;
}

// The meeting ones among the candidates; fails where a candidate comes twice.
inline std::vector<Pair> meeting_among_candidates(const std::vector<WorldObject>& world, std::size_t worth_culling) {
  Control control({}, {});
  const auto candidates = slice_map(world, overlap_region(world, {0, 1}, worth_culling), control);
  EXPECT_TRUE(candidates.has_value());
  std::vector<Pair> all;
  if (candidates)
    for (const Candidate& c : *candidates) all.emplace_back(c.a_face, c.b_face);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a candidate comes twice";
  std::erase_if(all, [&](const Pair& p) {
    return face_pair_static(world[0].triangle(p.first), world[1].triangle(p.second)) == Relation::disjoint;
  });
  return all;
}

/// The candidates of slice_map against every face pair that meets: none may be missing, none may come twice. Culling of
/// vertices is forced on and off, for every SIMD target.
inline void expect_complete(const Mesh& a, const Pose& a_pose, const Mesh& b, const Pose& b_pose, const std::string& what) {
  Scene scene;
  scene.add("a", a, a_pose);
  scene.add("b", b, b_pose);
  const std::vector<WorldObject> world = place(scene);
  if (!boxes_meet(world[0].box, world[1].box)) return;
  const std::vector<Pair> truth = meeting_by_brute_force(world);
  for_each_simd_target([&](const char* target) {
    for (const std::size_t worth : {std::size_t{0}, SIZE_MAX})
      ASSERT_EQ(meeting_among_candidates(world, worth), truth) << what << ", " << target << (worth == 0 ? ", culling" : "");
  });
}

}  // namespace impinge::test
