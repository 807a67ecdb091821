// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <bit>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

namespace impinge {

/// The middle stage of the predicates: doubles as integers of one common unit, which coordinates of one part nearly always
/// are. Signs of their determinants fit into a few machine words, without any loop over digits.
namespace unit_integers {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

/// Writes values / 2^k for the largest k that leaves integers; false if one would reach 2^61.
inline bool convert(std::span<const double> values, std::int64_t* out) {
  int low = INT_MAX, high = INT_MIN;
  for (const double v : values) {
    const auto bits = std::bit_cast<std::uint64_t>(v);
    const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
    const std::uint64_t fraction = bits & 0xfffffffffffffu;
    if (exponent == 0) {
      if (fraction != 0) return false;  // denormal: left to the slow path
      continue;
    }
    low = std::min(low, exponent + std::countr_zero(fraction | (std::uint64_t{1} << 52)));
    high = std::max(high, exponent + 53);
  }
  if (low != INT_MAX && high - low > 61) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(values[i]);
    const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
    if (exponent == 0) {
      out[i] = 0;
      continue;
    }
    const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | (std::uint64_t{1} << 52);
    const int shift = exponent - low;
    const auto size = static_cast<std::int64_t>(shift >= 0 ? mantissa << shift : mantissa >> -shift);
    out[i] = (bits >> 63) != 0 ? -size : size;
  }
  return true;
}

/// Signed number of three words; big enough for a sum of three products of 125 and 63 bits.
struct Int192 {
  std::uint64_t low = 0;
  Int128 high = 0;

  void add_product(Int128 a, std::int64_t b) {
    const bool negative = (a < 0) != (b < 0);
    const Uint128 x = a < 0 ? -static_cast<Uint128>(a) : static_cast<Uint128>(a);
    const std::uint64_t y = b < 0 ? -static_cast<std::uint64_t>(b) : static_cast<std::uint64_t>(b);
    const Uint128 first = static_cast<Uint128>(static_cast<std::uint64_t>(x)) * y;
    const Uint128 second =
        static_cast<Uint128>(static_cast<std::uint64_t>(x >> 64)) * y + static_cast<std::uint64_t>(first >> 64);
    const auto product_low = static_cast<std::uint64_t>(first);
    const auto product_high = static_cast<Int128>(second);
    if (!negative) {
      low += product_low;
      high += product_high + (low < product_low ? 1 : 0);
    } else {
      high -= product_high + (low < product_low ? 1 : 0);
      low -= product_low;
    }
  }
  int sign() const { return high < 0 ? -1 : (high > 0 || low > 0) ? 1 : 0; }
};

inline int sign_of(Int128 v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

}  // namespace unit_integers

}  // namespace impinge
