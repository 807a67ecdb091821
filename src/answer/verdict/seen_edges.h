// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/box.h"

namespace impinge {

/// Edges of neighbours and of coincident walls run along each other, and on T-junctions a long edge holds short ones.
class SeenEdges {
 public:
  /// For edges in this box.
  explicit SeenEdges(const Box& box);

  /// False if one edge that was added before holds all of this one; where rounding tells their lines apart at first sight
  /// it is true nevertheless. The ends differ.
  bool add(const Vec3& u, const Vec3& v);

 private:
  std::uint64_t key_of(const Vec3& u, const Vec3& v) const;

  Vec3 origin_;
  double steps_;                                                                 // of the keys in a unit of length
  std::unordered_map<std::uint64_t, std::vector<std::pair<Vec3, Vec3>>> edges_;  // by the rounded lines they lie on
};

}  // namespace impinge
