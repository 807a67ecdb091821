// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <optional>

#include "answer/distance/face_distance.h"
#include "base/double_double.h"

namespace impinge {

/// Proofs that two faces are farther apart than a limit: a direction along which they are. Any direction will do, and one
/// that served for a pair of faces mostly serves for its neighbours. Coordinates and limit must not be above 2^200, and the
/// limit not below 2^-900.
class Separation {
 public:
  /// Proves nothing.
  Separation() = default;
  explicit Separation(const std::array<DoubleDouble, 3>& direction, double limit);

  /// True only if the distance is greater than the limit, strictly and without rounding.
  bool parts(const Triangle& a, const Triangle& b) const;

  /// Rounded, of any length; zero if it proves nothing.
  const Vec3& direction() const { return rough_; }

 private:
  bool parts_precisely(const Triangle& a, const Triangle& b, double size) const;

  std::array<DoubleDouble, 3> direction_;
  Vec3 rough_ = Vec3::Zero();
  DoubleDouble needed_;  // the limit times the length of the direction, rounded up
};

/// A separation of the two faces, if there is one that double the digits can find. `nearest` are their nearest points.
std::optional<Separation> find_separation(const Triangle& a, const Triangle& b, const NearestPoints& nearest, double limit);

}  // namespace impinge
