// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <compare>
#include <cstdint>

#include <impinge/scene.h>

namespace impinge {

/// Two objects by index, a < b.
struct ObjectPair {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const ObjectPair&) const = default;
};

/// Two objects are paired unless they are of the same group.
inline bool groups_meet(Group a, Group b) { return a == Group::none || b == Group::none || a != b; }

}  // namespace impinge
