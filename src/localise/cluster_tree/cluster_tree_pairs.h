// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>

#include "base/control.h"
#include "localise/candidate_limit.h"

namespace impinge {

/// What became of the face pairs of two prepared objects.
struct ClusterPairs {
  std::vector<FacePair> meeting;  ///< all that meet, ordered; the relations are final
  std::uint64_t candidates = 0;   ///< pairs whose boxes meet
  std::uint64_t undecided = 0;    ///< those of them that the filter left to face_pair_static
};

/// All face pairs of a and b, which are those objects of the scene, that meet, exactly: localise and exact stage in one.
/// Both objects have clusters. Pairs that a float computation with an error bound proves apart or crossing need no exact
/// test; face_pair_static decides the rest. Only pairs that meet are held, so they are what counts for the limit.
ClusterPairs cluster_tree_pairs(const WorldObject& a, const WorldObject& b, const ObjectPair& objects, CandidateLimit& limit,
                                Control& control);

/// Some face pair that meets, or nothing: stops at the first one found, searched where the boxes overlap most. Which one is
/// fixed by the input.
std::optional<FacePair> cluster_tree_any(const WorldObject& a, const WorldObject& b, Control& control);
/// The same, but stops at the first face pair that crosses; one that touches means that none does.
std::optional<FacePair> cluster_tree_crossing_pair(const WorldObject& a, const WorldObject& b, Control& control);

/// What a search for one face pair came to.
struct FirstPair {
  std::optional<FacePair> pair{};
  bool finished = true;  ///< false where it was given up
};
/// The same, but gives up where faces stand so close together that nearly all of their pairs would be looked at.
FirstPair cluster_tree_crossing_pair_soon(const WorldObject& a, const WorldObject& b, Control& control);

}  // namespace impinge
