// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Eight pairs of faces and eight passages of edges through planes at a time: signs are those of orient3d or left open,
// places have the bits of one at a time with every instruction set, and lie as near to the exact ones as they say.

#include <gtest/gtest.h>

#include <cmath>

#include <support/case_count.h>
#include <support/dice.h>
#include <support/simd_targets.h>

#include "base/exact_point.h"
#include "base/predicates.h"
#include "exact/edge_passages.h"
#include "exact/eight_crossings.h"
#include "exact/wide_plane.h"

namespace impinge::test {
namespace {

// On a lattice, anywhere, far away, tiny or huge.
Vec3 random_point(Dice& dice, int kind) {
  switch (kind) {
    case 0: return dice.grid_point(0, 4);
    case 1: return dice.point(-1, 1);
    case 2: return dice.point(-1, 1) + Vec3::Constant(0x1p41);
    case 3: return dice.point(-1, 1) * 0x1p-400;
    case 4: return dice.point(-1, 1) * 0x1p400;
    default: return Vec3(dice.real(-1, 1), dice.real(-1, 1) * 0x1p-60, dice.real(-1, 1) * 0x1p30);
  }
}

// As EightCrossings says them, one at a time; not plain where one of them is 0.
std::uint64_t signs_of(const Triangle& a, const Triangle& b, bool& plain) {
  int sides[2][3], alone[2] = {0, 0};
  std::uint64_t bits = 0;
  plain = true;
  const auto add = [&](int sign, int bit) {
    plain = plain && sign != 0;
    bits |= std::uint64_t{sign > 0} << bit;
  };
  for (int k = 0; k < 3; ++k) {
    sides[0][k] = orient3d(b.p[0], b.p[1], b.p[2], a.p[k]);
    sides[1][k] = orient3d(a.p[0], a.p[1], a.p[2], b.p[k]);
    add(sides[0][k], k);
    add(sides[1][k], 3 + k);
  }
  for (int f = 0; f < 2; ++f) {
    const int* const s = sides[f];
    if (s[0] == s[1] && s[1] == s[2]) return bits;
    alone[f] = s[1] == s[2] ? 0 : s[0] == s[1] ? 2 : 1;
  }
  for (int x = 0; x < 2; ++x)
    for (int y = 0; y < 2; ++y)
      add(orient3d(a.p[alone[0]], a.p[(alone[0] + 1 + x) % 3], b.p[alone[1]], b.p[(alone[1] + 1 + y) % 3]), 6 + 2 * x + y);
  return bits;
}

TEST(ExactLanes, CrossingsHaveTheSignsOfOrient3d) {
  for_each_simd_target([](const char*) {
    Dice dice(81);
    EightCrossings eight;
    int sure = 0, asked = 0;
    for (int i = 0; i < case_count(300, 20000); ++i) {
      const int kind = dice.integer(0, 5);
      Triangle a[8], b[8];
      for (std::size_t k = 0; k < 8; ++k) {
        for (Vec3& p : a[k].p) p = random_point(dice, kind);
        for (Vec3& p : b[k].p) p = random_point(dice, kind);
        eight.set_a(k, a[k]);
        eight.set_b(k, b[k]);
      }
      eight.run();
      for (std::size_t k = 0; k < 8; ++k) {
        bool plain = false;
        const std::uint64_t truth = signs_of(a[k], b[k], plain), signs = eight.signs[k];
        const bool told = signs < EightCrossings::kSigns, across = truth % 8 % 7 != 0 && truth / 8 % 8 % 7 != 0;
        ASSERT_TRUE(!told || plain) << "kind " << kind;
        if (told) {
          ASSERT_EQ(across ? signs : signs % 64, truth) << "kind " << kind;
        }
        if (kind != 1) continue;
        ++asked;
        sure += told ? 1 : 0;
      }
    }
    EXPECT_GE(sure, asked - asked / 1000);
  });
}

double farthest(const ExactPoint& exact, const EdgePassages& e, std::size_t i) {
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    const Exact off = exact[k] - (Exact(e.high[k][i]) + Exact(e.low[k][i])) * exact.w;
    most = std::max(most, std::abs(rough_quotient(off, exact.w)));
  }
  return most;
}

TEST(ExactLanes, PassagesHaveTheBitsOfOneAtATime) {
  for_each_simd_target([](const char*) {
    Dice dice(82);
    EdgePassages eight;
    const int rounds = case_count(200, 10000);
    int told = 0;
    for (int i = 0; i < rounds; ++i) {
      const int kind = dice.integer(0, 5);
      Vec3 p[8], q[8];
      Triangle t[8];
      for (std::size_t k = 0; k < 8; ++k) {
        do {
          p[k] = random_point(dice, kind);
          q[k] = random_point(dice, kind);
          for (Vec3& corner : t[k].p) corner = random_point(dice, kind);
        } while (orient3d(t[k].p[0], t[k].p[1], t[k].p[2], p[k]) * orient3d(t[k].p[0], t[k].p[1], t[k].p[2], q[k]) >= 0);
        eight.set(k, p[k], q[k], t[k]);
      }
      eight.place();
      for (std::size_t k = 0; k < 8; ++k) {
        const WidePlane plane(t[k]);
        const auto h = plane.height(p[k]), g = plane.height(q[k]);
        if (!h || !g) {
          ASSERT_TRUE(std::isinf(eight.error[k]));
          continue;
        }
        if (std::isinf(eight.error[k])) continue;  // coordinates beyond what is told
        ++told;
        const WidePlace place(p[k], *h, q[k], *g);
        const DoubleDouble* const one[3] = {&place.point.x, &place.point.y, &place.point.z};
        for (int x = 0; x < 3; ++x) {
          ASSERT_EQ(eight.high[x][k], one[x]->high);
          ASSERT_EQ(eight.low[x][k], one[x]->low);
        }
        ASSERT_EQ(eight.error[k], place.off);
        const Vec3* c = t[k].p;
        const ExactPoint exact =
            weighted(p[k], orient3d_value(c[0], c[1], c[2], q[k]), q[k], -orient3d_value(c[0], c[1], c[2], p[k]));
        ASSERT_LE(farthest(exact, eight, k), eight.error[k]);
      }
    }
    EXPECT_GT(told, 2 * rounds);  // of 8 a round
  });
}

}  // namespace
}  // namespace impinge::test
