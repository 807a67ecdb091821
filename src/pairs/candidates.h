// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/control.h"
#include "broad/brute_boxes.h"
#include "scene/world.h"

namespace impinge {

/// A face pair that may meet; a < b by object, or a_face < b_face where an object is checked with itself.
struct Candidate {
  std::uint32_t a, b;            ///< objects
  std::uint32_t a_face, b_face;  ///< faces of them
  auto operator<=>(const Candidate&) const = default;
};

/// Two objects are paired unless they are of the same group.
inline bool groups_meet(Group a, Group b) { return a == Group::none || b == Group::none || a != b; }

/// The most candidates that a check may hold. Their memory is about 7 GB where it is highest, 24 bytes for each.
inline constexpr std::uint64_t kMaxCandidates = std::uint64_t{1} << 28;

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
  std::optional<int> level{};  ///< of an octree, where one was asked for
};

/// A localiser that needs no more than faces: what most of them are. Throws Error (too_large) for more candidates than the
/// input allows.
using FaceLocaliser = std::vector<Candidate> (*)(const LocaliseInput& input, Control& control);

}  // namespace impinge
