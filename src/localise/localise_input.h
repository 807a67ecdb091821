// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pairs/candidates.h"
#include "pairs/object_pair.h"
#include "scene/world.h"

namespace impinge {

/// What a localiser gets: the faces that the culls left, and which objects to pair. It returns each candidate once, ordered,
/// and every face pair of an asked object pair that meets is among them (superset).
struct LocaliseInput {
  enum class Asked { listed_pairs, all_pairs, each_with_itself };

  std::span<const WorldObject> world;
  std::span<const std::vector<std::uint32_t>> faces;  ///< for each object
  Asked asked = Asked::listed_pairs;
  std::span<const ObjectPair> pairs;     ///< ordered; the listed pairs
  std::span<const SceneObject> objects;  ///< for the groups, where all pairs are asked, and the names in messages
  std::uint64_t max_candidates = kMaxCandidates;
};

}  // namespace impinge
