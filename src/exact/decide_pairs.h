// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/answer.h>

#include "base/control.h"
#include "pairs/candidates.h"
#include "pairs/object_pair.h"
#include "scene/world.h"

namespace impinge {

/// The face pairs of two objects (or of one with itself) that do meet.
struct PairContacts {
  ObjectPair objects;
  std::vector<FacePair> faces;   ///< ordered
  bool one_of_many = false;      ///< one that crosses, where no list was asked for
  std::optional<Vec3> common{};  ///< or none, and a point inside both that proves that they cross
};

/// Runs the exact stage over ordered candidates: face_pair_static, or self_pair_static within an object. Ordered by objects.
std::vector<PairContacts> decide_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates,
                                       Control& control);

/// True if one of the candidates meets; stops at the first.
bool any_meets(std::span<const WorldObject> world, std::span<const Candidate> candidates);

}  // namespace impinge
