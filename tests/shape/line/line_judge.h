// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include "support/dice.h"

namespace impinge::test {

/// A point with more digits than the library has.
struct LongPoint {
  long double x, y, z;
};
using Membership = std::function<long double(const LongPoint&)>;  // negative inside

struct Line {
  Vec3 origin, direction;
  LongPoint at(long double t) const {
    return {origin.x() + t * direction.x(), origin.y() + t * direction.y(), origin.z() + t * direction.z()};
  }
};

inline Vec3 random_direction(Dice& dice) {
  for (;;) {
    const Vec3 v = dice.point(-1, 1);
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

/// Through a random point of a cube, from nearby or from far away.
inline Line random_line(Dice& dice, double reach) {
  const Vec3 through = dice.point(-reach, reach), direction = random_direction(dice);
  const double back = dice.chance(0.1) ? dice.real(100, 1000) * reach : dice.real(0, 4) * reach;
  return {through - back * direction, direction};
}

inline std::vector<Crossing> sorted_crossings(const LineShape& shape, const Line& line) {
  std::vector<Crossing> all;
  shape.crossings(line.origin, line.direction, all);
  std::sort(all.begin(), all.end(),
            [](const Crossing& x, const Crossing& y) { return x.t_low + x.t_high < y.t_low + y.t_high; });
  return all;
}

/// As many entries as exits, and never more exits than entries before.
inline void expect_balanced(const std::vector<Crossing>& crossings, const Line& line) {
  int layers = 0, least = 0;
  for (const Crossing& c : crossings) {
    EXPECT_LE(c.t_low, c.t_high);
    layers += c.sign;
    least = std::min(least, layers);
  }
  EXPECT_EQ(layers, 0) << line.origin.transpose() << " along " << line.direction.transpose();
  EXPECT_GE(least, 0) << line.origin.transpose() << " along " << line.direction.transpose();
}

/// Entries and exits in turn; outside the brackets the line is inside exactly where the membership is negative by more than
/// `doubt`; each bracket holds a change of sign. Brackets must be no wider than `widest` where the slope is `steep` or more.
inline void judge_line(const LineShape& shape, const Membership& inside, const Line& line, double reach, double doubt,
                       int samples = 200) {
  const std::vector<Crossing> crossings = sorted_crossings(shape, line);
  expect_balanced(crossings, line);
  const auto certain = [&](long double t, bool in) {
    const long double f = inside(line.at(t));
    if (std::fabs(f) > doubt) {
      EXPECT_EQ(f < 0, in) << static_cast<double>(t) << " of " << line.origin.transpose() << " along "
                           << line.direction.transpose();
    }
  };
  for (const Crossing& c : crossings) {
    certain(c.t_low, c.sign < 0);
    certain(c.t_high, c.sign > 0);
  }
  const double middle = -line.origin.dot(line.direction);
  for (int i = 0; i <= samples; ++i) {
    const double t = middle + (2.0 * i / samples - 1) * 2 * reach;
    int layers = 0;
    bool near = false;
    for (const Crossing& c : crossings) {
      layers += c.t_high < t ? c.sign : 0;
      near |= c.t_low <= t && t <= c.t_high;
    }
    if (!near) certain(t, layers > 0);
  }
}

}  // namespace impinge::test
