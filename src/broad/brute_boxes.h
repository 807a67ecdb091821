// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/box.h"
#include "pairs/object_pair.h"

namespace impinge {

/// Every pair of boxes that share a point, ordered. Superset of the object pairs that meet; quadratic in the objects.
/// Smith & Kitamura 1994, section 3.3.3.
std::vector<ObjectPair> brute_boxes(std::span<const Box> boxes);

}  // namespace impinge
