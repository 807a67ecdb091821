// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/body/body.h"

namespace impinge {

/// The nearest faces of two bodies whose surfaces do not meet; ties by the lowest faces.
struct Nearest {
  double distance = 0;  ///< greater than 0
  Vec3 a_point, b_point;
  std::uint32_t a_face = 0, b_face = 0;
};

/// Nothing if the surfaces are farther apart than `limit`; that comparison is exact, the figures are rounded.
std::optional<Nearest> nearest_within(const Body& a, const Body& b, double limit);

}  // namespace impinge
