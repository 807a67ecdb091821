// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <support/case_count.h>
#include <support/dice.h>
#include "base/exact_number.h"

namespace impinge::test {
namespace {

constexpr double kLimits[] = {0.0,
                              -0.0,
                              1.0,
                              -1.0,
                              0x1p-1074,
                              -0x1p-1074,
                              0x1p-1022,
                              0x1.fffffffffffffp1023,
                              0x1p1023,
                              -0x1p1023,
                              0x1p53,
                              0x1p-53,
                              0x1.fffffffffffffp-1023,
                              3.0,
                              -0x1.8p63};

double any_finite(Dice& dice) {
  if (dice.chance(0.1)) return kLimits[dice.integer(0, 14)];
  for (;;) {
    const double value =
        dice.chance(0.3) ? std::ldexp(dice.real(-1, 1), dice.integer(-30, 30)) : std::bit_cast<double>(dice.bits());
    if (std::isfinite(value)) return value;
  }
}

// The same random expression in both number types.
struct Twin {
  Exact ours;
  mpq_class truth;
};

Twin make_twin(double value) { return {Exact(value), mpq_class(value)}; }

Twin combined(const Twin& p, const Twin& q, int operation) {
  switch (operation) {
    case 0: return {p.ours + q.ours, p.truth + q.truth};
    case 1: return {p.ours - q.ours, p.truth - q.truth};
    case 2: return {-p.ours, -p.truth};
    default: return {p.ours * q.ours, p.truth * q.truth};
  }
}

TEST(ExactNumber, SignsAndOrderAgreeWithGmp) {
  Dice dice(11);
  for (int i = 0; i < case_count(3000, 100000); ++i) {
    std::vector<Twin> pool;
    for (int k = 0; k < 4; ++k) pool.push_back(make_twin(any_finite(dice)));
    for (int k = 0; k < 8; ++k) {
      const Twin& p = pool[static_cast<std::size_t>(dice.integer(0, static_cast<int>(pool.size()) - 1))];
      const Twin& q = pool[static_cast<std::size_t>(dice.integer(0, static_cast<int>(pool.size()) - 1))];
      pool.push_back(combined(p, q, dice.integer(0, 4)));
      ASSERT_EQ(pool.back().ours.sign(), sgn(pool.back().truth)) << "case " << i;
    }
    for (const Twin& p : pool) {
      for (const Twin& q : pool) {
        const int order = cmp(p.truth, q.truth);
        ASSERT_EQ(compare(p.ours, q.ours), (order > 0) - (order < 0)) << "case " << i;
      }
    }
  }
}

TEST(ExactNumber, RingLaws) {
  Dice dice(12);
  for (int i = 0; i < case_count(2000, 50000); ++i) {
    const Exact a(any_finite(dice)), b(any_finite(dice)), c(any_finite(dice));
    EXPECT_EQ(compare(a + b, b + a), 0);
    EXPECT_EQ(compare((a + b) + c, a + (b + c)), 0);
    EXPECT_EQ(compare(a * (b + c), a * b + a * c), 0);
    EXPECT_EQ(((a + b) - b - a).sign(), 0);
    EXPECT_EQ((a - a).sign(), 0);
    EXPECT_EQ(compare(a * Exact(1.0), a), 0);
  }
}

// The nearest double to a rational: compare the candidate with its two neighbours.
bool is_nearest(double candidate, const mpq_class& truth) {
  const mpq_class error = abs(truth - mpq_class(candidate));
  for (const double direction : {-1.0, 1.0}) {
    const double neighbour = std::nextafter(candidate, direction * std::numeric_limits<double>::infinity());
    if (std::isfinite(neighbour) && abs(truth - mpq_class(neighbour)) < error) return false;
  }
  return true;
}

TEST(ExactNumber, QuotientIsRoundedToNearest) {
  Dice dice(13);
  for (int i = 0; i < case_count(3000, 100000); ++i) {
    const auto number = [&] { return std::ldexp(dice.real(-1, 1), dice.integer(-200, 200)); };
    const double a = number(), b = number(), c = number(), d = number();
    const Exact ours_top = Exact(a) * Exact(b) + Exact(c), ours_bottom = Exact(c) - Exact(d) * Exact(a);
    if (ours_bottom.sign() == 0) continue;
    const mpq_class top = mpq_class(a) * mpq_class(b) + mpq_class(c), bottom = mpq_class(c) - mpq_class(d) * mpq_class(a);
    const mpq_class truth = top / bottom;
    ASSERT_TRUE(is_nearest(rounded_quotient(ours_top, ours_bottom), truth)) << "case " << i;
  }
  EXPECT_EQ(rounded_quotient(Exact(1.0), Exact(3.0)), 1.0 / 3.0);
  EXPECT_EQ(rounded_quotient(Exact(0.0), Exact(3.0)), 0.0);
  EXPECT_EQ(rounded_quotient(Exact(-6.0), Exact(3.0)), -2.0);
}

}  // namespace
}  // namespace impinge::test
