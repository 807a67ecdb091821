// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Double-doubles keep the error bounds that proofs rest on; truth by numbers of any size.

#include <gtest/gtest.h>

#include <support/dice.h>

#include "base/double_double.h"
#include "base/exact_number.h"

namespace impinge::test {
namespace {

Exact value(const DoubleDouble& x) { return Exact(x.high) + x.low; }

bool within(const Exact& error, const Exact& result, double share) {
  const Exact size = result.sign() < 0 ? -result : result, bound = size * share;
  return compare(error, bound) <= 0 && compare(-error, bound) <= 0;
}

double any_double(Dice& dice) { return std::ldexp(dice.real(-1, 1), dice.integer(-60, 60)); }

// Also numbers whose low part is far below, or nothing.
DoubleDouble any_number(Dice& dice) {
  const double high = any_double(dice);
  if (dice.chance(0.2)) return {high, 0};
  return exact_sum(high, std::ldexp(high, -53 - dice.integer(0, 40)) * dice.real(-1, 1));
}

TEST(DoubleDouble, SumsAndProductsOfDoublesAreExact) {
  Dice dice(7);
  for (int i = 0; i < 20000; ++i) {
    const double a = any_double(dice), b = dice.chance(0.3) ? -a * dice.real(0.999, 1.001) : any_double(dice);
    ASSERT_EQ(compare(value(exact_sum(a, b)), Exact(a) + b), 0) << a << " " << b;
    ASSERT_EQ(compare(value(exact_product(a, b)), Exact(a) * b), 0) << a << " " << b;
  }
}

TEST(DoubleDouble, ErrorsAreBelowTheirBounds) {
  Dice dice(8);
  for (int i = 0; i < 20000; ++i) {
    const DoubleDouble x = any_number(dice);
    DoubleDouble y = any_number(dice);
    if (dice.chance(0.3)) y = {-x.high, x.low * dice.real(-1, 1)};  // cancels almost wholly
    const Exact sum = value(x) + value(y), product = value(x) * value(y);
    ASSERT_TRUE(within(value(x + y) - sum, sum, 0x1p-103)) << i;
    ASSERT_TRUE(within(value(x * y) - product, product, 0x1p-103)) << i;
    ASSERT_EQ(x < y, compare(value(x), value(y)) < 0) << i;
  }
}

TEST(DoubleDouble, RootSquaredIsTheNumber) {
  Dice dice(9);
  for (int i = 0; i < 20000; ++i) {
    DoubleDouble x = any_number(dice);
    if (x.high < 0) x = -x;
    if (!(x.high > 0)) continue;
    const DoubleDouble r = root(x);
    ASSERT_TRUE(within(value(r) * value(r) - value(x), value(x), 0x1p-101)) << i;
  }
}

}  // namespace
}  // namespace impinge::test
