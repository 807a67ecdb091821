// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scene/motion/swept_shape.h"

namespace impinge {

/// An object for the cull: its way through the step and its faces.
struct MovingBody {
  const ObjectStep* step;
  const SweptShape* shape;
  std::span<const Face> faces;
};

/// Which faces of a cannot be where a and b first touch.
struct DroppedFaces {
  std::vector<std::uint8_t> dropped;  ///< 1 for each face that is
  std::uint64_t by_velocity = 0;      ///< faces that move away from the other body during the whole step
  std::uint64_t by_plane = 0;         ///< others, whose plane the other body's ball stays clear of
};

/// Vaněček's rule for the whole step and not for an instant. Both bodies must be closed and disjoint when the step begins:
/// then of the faces at the first contact some pair is kept on both sides.
///
/// Two rigid bodies: the rule as numbers in the frame of a, for a loop over the faces that runs elsewhere. A face of normal
/// n (not of unit length) and corners p goes if n.(u + w x p) < limit |n| at all three, for the first field or for all
/// others, or if |n.(middle - p)| > |n.half| + reach |n|.
struct RigidBackface {
  struct Field {
    Vec3 u = Vec3::Zero(), w = Vec3::Zero();
    double limit = 0;
  };
  std::array<Field, 5> fields{};  ///< of the whole step, then of its parts
  bool parts = false;             ///< there are parts
  Vec3 middle = Vec3::Zero(), half = Vec3::Zero();
  double reach = 0;
};
std::optional<RigidBackface> rigid_backface(const MovingBody& a, const MovingBody& b);

/// The rule applied.
DroppedFaces velocity_backface(const MovingBody& a, const MovingBody& b);

}  // namespace impinge
