// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "answer/distance/distance.h"

namespace impinge {

/// Distances that agree in this many digits count as equal: more than that is rounding.
inline double told_apart(double distance) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(distance) & ~std::uint64_t{0xff});
}

/// The nearest faces of two bodies whose surfaces do not meet, found by their cluster trees. Nothing if they are farther
/// apart than `limit`, which may be infinity; that comparison is exact. Of all face pairs it is the first by
/// (told_apart(distance), a_face, b_face), however they are searched.
std::optional<Nearest> cluster_nearest_within(const Body& a, const Body& b, double limit);

}  // namespace impinge
