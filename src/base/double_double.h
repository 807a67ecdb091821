// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Based on: T. J. Dekker, A floating-point technique for extending the available precision, 1971; the error bounds are those
// of M. Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic, 2017.

#include <cmath>

namespace impinge {

/// The sum of two doubles that do not overlap: twice the digits, the same range. Sums and products are within 2^-103 of the
/// result while nothing leaves the range 2^-960 to 2^990; a sum of two single doubles is exact.
struct DoubleDouble {
  double high = 0, low = 0;
};

/// a + b exactly.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b exactly where b is the smaller one.
inline DoubleDouble exact_ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly. Halves of 26 digits, because a fused operation is not there on every machine.
inline DoubleDouble exact_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double a_high = a * splitter - (a * splitter - a), a_low = a - a_high;
  const double b_high = b * splitter - (b * splitter - b), b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble operator-(const DoubleDouble& x) { return {-x.high, -x.low}; }

inline DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {
  const DoubleDouble high = exact_sum(x.high, y.high), low = exact_sum(x.low, y.low);
  const DoubleDouble sum = exact_ordered_sum(high.high, high.low + low.high);
  return exact_ordered_sum(sum.high, low.low + sum.low);
}

inline DoubleDouble operator-(const DoubleDouble& x, const DoubleDouble& y) { return x + -y; }

inline DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {
  const DoubleDouble product = exact_product(x.high, y.high);
  return exact_ordered_sum(product.high, product.low + (x.high * y.low + x.low * y.high));
}

/// Within 2^-98 of the result; y is not 0.
inline DoubleDouble operator/(const DoubleDouble& x, const DoubleDouble& y) {
  const double first = x.high / y.high;
  const DoubleDouble rest = x - y * DoubleDouble{first, 0};
  return exact_ordered_sum(first, rest.high / y.high);
}

/// The root of a positive number, within 2^-102.
inline DoubleDouble root(const DoubleDouble& x) {
  const double guess = std::sqrt(x.high);
  return exact_ordered_sum(guess, (x - exact_product(guess, guess)).high / (2 * guess));
}

/// By value; the parts of each do not overlap.
inline bool operator<(const DoubleDouble& x, const DoubleDouble& y) {
  return x.high < y.high || (x.high == y.high && x.low < y.low);
}

}  // namespace impinge
