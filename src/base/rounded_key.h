// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/box.h"

/// Hash keys of rounded numbers, to find things that may be equal; whether they are is to be decided exactly.
namespace impinge {

/// Of a number about 1 in size: far coarser than rounding, and no power of two, so that numbers of a grid do not lie where
/// keys change.
inline constexpr double kKeySteps = 0x1p20 * 0.61803398874989;

/// The same for coordinates in a box.
inline double key_steps(const Box& box) { return kKeySteps / std::max((box.high - box.low).maxCoeff(), 0x1p-900); }

/// An axis on which a vector is long, the same for parallel ones: of axes on which it is equally long, the first.
inline int key_axis(const Vec3& v) {
  const double enough = 0.77 * v.cwiseAbs().maxCoeff();
  return std::fabs(v[0]) >= enough ? 0 : std::fabs(v[1]) >= enough ? 1 : 2;
}

inline std::uint64_t mixed_key(std::uint64_t key, double steps) {
  const double step = std::floor(steps + 0.5);  // zeros are common, and rounded either way
  const std::int64_t whole = std::fabs(step) < 0x1p60 ? static_cast<std::int64_t>(step) : 0;
  key = (key ^ static_cast<std::uint64_t>(whole)) * 0x9e3779b97f4a7c15u;
  return key ^ key >> 32;
}

}  // namespace impinge
