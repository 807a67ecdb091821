// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>

#include "base/kept_memory.h"
#include "pairs/candidates.h"
#include "pairs/object_pair.h"
#include "scene/world.h"

namespace impinge {

/// The candidates of two objects with few faces, in no particular order: face by face in the region that the boxes share,
/// which costs less than a grid of that region. Nothing where there are too many for that.
std::optional<KeptVector<Candidate>> few_face_pairs(std::span<const WorldObject> world, const ObjectPair& objects);

}  // namespace impinge
