// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <functional>
#include <optional>

#include <impinge/overlap.h>

#include "answer/body/body.h"

namespace impinge {

/// Two closed bodies whose insides overlap, and what is known of them.
struct PartingQuestion {
  const Body& a;
  const Body& b;
  bool a_convex = false, b_convex = false;  ///< proved
  const OverlapSolid* solid = nullptr;      ///< what they have in common; needed unless both are convex
  std::array<Eigen::Matrix3d, 2> axes;      ///< columns along which a and b were made
  /// True if the insides overlap, or nothing is proved, once b is moved. Exact.
  std::function<bool(const Vec3&)> overlaps_at;
};

/// The least translation that parts them, from above and from below; nothing if none could be verified.
std::optional<LeastParting> least_parting(const PartingQuestion& question);

}  // namespace impinge
