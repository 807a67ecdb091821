// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "broad/brute_boxes.h"
#include "scene/world.h"

namespace impinge {

/// For each object the faces that meet an overlap region: the common box of its box and that of an object it is paired with.
/// Superset: a face that meets a face of a paired object lies in their region. Faces are in ascending order.
/// Smith & Kitamura 1994, sections 3.3.3 and 3.3.4.
std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs);

}  // namespace impinge
