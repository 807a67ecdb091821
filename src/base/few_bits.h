// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace impinge {

/// What x - y lost by rounding.
inline double rounded_off(double x, double y, double difference) {
  const double y_part = x - difference, x_part = difference + y_part;
  return (y_part - y) + (x - x_part);
}

/// True if all differences are integers below 2^bits of one unit, so that a filter computes with them without any rounding:
/// the zeros of coplanar and collinear input whose corners are on a grid, wherever that is.
template <int bits, std::size_t n>
bool few_bits(const std::array<double, n>& differences, double all_rounded_off) {
  double largest = 0;
  for (const double d : differences) largest = std::max(largest, std::fabs(d));
  if (!(all_rounded_off == 0) || !(largest > 0x1p-250) || !(largest < 0x1p250)) return false;
  // One and a half times 2^52 units, to which a sum is rounded to whole units.
  const double round =
      0x1.8p52 * std::bit_cast<double>((std::bit_cast<std::uint64_t>(largest) >> 52) << 52) * std::exp2(1 - bits);
  double rest = 0;
  for (const double d : differences) rest += std::fabs((d + round) - round - d);
  return rest == 0;
}

}  // namespace impinge
