// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>

#include "base/control.h"
#include "scene/world.h"

namespace impinge {

/// What became of the face pairs of two prepared objects.
struct ClusterPairs {
  std::vector<FacePair> meeting;  ///< all that meet, ordered; the relations are final
  std::uint64_t candidates = 0;   ///< pairs whose boxes meet
  std::uint64_t undecided = 0;    ///< those of them that the filter left to face_pair_static
};

/// All face pairs of a and b that meet, exactly: localise and exact stage in one. Both objects have clusters. Pairs that a
/// float computation with an error bound proves apart or crossing need no exact test; face_pair_static decides the rest.
ClusterPairs cluster_tree_pairs(const WorldObject& a, const WorldObject& b, Control& control);

/// Some face pair that meets, or nothing: stops at the first one found, searched where the boxes overlap most. Which one is
/// fixed by the input.
std::optional<FacePair> cluster_tree_any(const WorldObject& a, const WorldObject& b, Control& control);

}  // namespace impinge
