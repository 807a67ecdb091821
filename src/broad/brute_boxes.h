// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/box.h"

namespace impinge {

/// Two objects by index, a < b.
struct ObjectPair {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const ObjectPair&) const = default;
};

/// Every pair of boxes that share a point, ordered. Superset of the object pairs that meet; quadratic in the objects.
/// Smith & Kitamura 1994, section 3.3.3.
std::vector<ObjectPair> brute_boxes(std::span<const Box> boxes);

}  // namespace impinge
