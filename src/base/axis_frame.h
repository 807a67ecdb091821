// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <utility>

#include "base/box.h"
#include "base/exact_point.h"

namespace impinge {

/// The axes of the world in another order and with other signs: points are taken there and back without rounding.
struct AxisFrame {
  std::array<int, 3> axis{0, 1, 2};     ///< coordinate k of the frame is that of the world along axis[k]
  std::array<double, 3> sign{1, 1, 1};  ///< times this

  bool is_world() const { return axis == std::array{0, 1, 2} && sign == std::array{1.0, 1.0, 1.0}; }
  /// Left and right change places, so that faces are passed the other way round.
  bool mirrored() const {
    const bool odd = (axis[1] - axis[0] + 3) % 3 == 2;
    return (sign[0] * sign[1] * sign[2] < 0) != odd;
  }

  Vec3 from_world(const Vec3& p) const { return {sign[0] * p[axis[0]], sign[1] * p[axis[1]], sign[2] * p[axis[2]]}; }
  /// Zeros come back without a sign.
  Vec3 to_world(const Vec3& p) const {
    Vec3 result;
    for (int k = 0; k < 3; ++k) result[axis[static_cast<std::size_t>(k)]] = sign[static_cast<std::size_t>(k)] * p[k] + 0.0;
    return result;
  }
  ExactPoint to_world(const ExactPoint& p) const {
    ExactPoint result;
    Exact* const coordinates[3] = {&result.x, &result.y, &result.z};
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(k);
      *coordinates[axis[i]] = sign[i] < 0 ? -p[k] : p[k];
    }
    result.w = p.w;
    return result;
  }
  /// Of an empty box an empty one.
  Box from_world(const Box& box) const {
    Box result{from_world(box.low), from_world(box.high)};
    for (std::size_t k = 0; k < 3; ++k)
      if (sign[k] < 0) std::swap(result.low[static_cast<int>(k)], result.high[static_cast<int>(k)]);
    return result;
  }
  Box to_world(const Box& box) const {
    Box result{to_world(box.low), to_world(box.high)};
    for (std::size_t k = 0; k < 3; ++k)
      if (sign[k] < 0) std::swap(result.low[axis[k]], result.high[axis[k]]);
    return result;
  }
};

}  // namespace impinge
