// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/verdict/seen_edges.h"

#include "base/rounded_key.h"
#include "exact/flat_pair.h"

namespace impinge {

SeenEdges::SeenEdges(const Box& box) : origin_(box.low), steps_(key_steps(box)) {}

// The same for most edges of one line, whichever way they run.
std::uint64_t SeenEdges::key_of(const Vec3& u, const Vec3& v) const {
  const Vec3 along = unit_scaled(v - u);
  const int axis = key_axis(along);
  const Vec3 way = along / along[axis], from = u - origin_;
  const Vec3 foot = from - way * from[axis];
  std::uint64_t key = static_cast<std::uint64_t>(axis);
  for (const int x : {(axis + 1) % 3, (axis + 2) % 3}) key = mixed_key(mixed_key(key, way[x] * kKeySteps), foot[x] * steps_);
  return key;
}

bool SeenEdges::add(const Vec3& u, const Vec3& v) {
  std::vector<std::pair<Vec3, Vec3>>& near = edges_[key_of(u, v)];
  for (const auto& [p, q] : near)
    if (point_on_segment(u, p, q) && point_on_segment(v, p, q)) return false;
  near.emplace_back(u, v);
  return true;
}

}  // namespace impinge
