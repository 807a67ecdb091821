// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>

namespace impinge {

/// A power of two to multiply coordinates with so that their products stay in the range of doubles; 1 where the largest of
/// them lies between 2^-ordinary and 2^ordinary anyway.
inline double fitting_unit(double largest, int ordinary) {
  if (!(largest > 0)) return 1;
  if (largest > std::ldexp(1.0, -ordinary) && largest < std::ldexp(1.0, ordinary)) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1000, 1000));
}

}  // namespace impinge
