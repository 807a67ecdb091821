// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Overlaps that the doubles of their points do not tell: bodies on a small lattice whose corners are off it by an ulp or
// two, so that they have lumps of 1e-16 to 1e-110 in common, and bodies as small and as large as doubles can be.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/soup.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

// Off by up to two ulps; beside zero by so many smallest steps.
double off_lattice(double x, double least, Dice& dice) {
  if (dice.chance(0.4)) return x;
  const int steps = dice.integer(-2, 2);
  if (x == 0) return steps * least;
  for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, steps > 0 ? HUGE_VAL : -HUGE_VAL);
  return x;
}

Soup random_part(Dice& dice) {
  const auto corner = [&](int most) { return Vec3(dice.integer(0, most), dice.integer(0, most), dice.integer(0, most)); };
  if (dice.chance(0.5)) {
    const Vec3 low = corner(2);
    return box_soup(low, low + Vec3(dice.integer(1, 2), dice.integer(1, 2), dice.integer(1, 2)));
  }
  while (true) {
    const Vec3 p = corner(3), q = corner(3), r = corner(3), s = corner(3);
    if ((q - p).cross(r - p).dot(s - p) != 0) return tetrahedron_soup(p, q, r, s).welded();
  }
}

Mesh random_mesh(double least, Dice& dice) {
  const double base = dice.integer(0, 1);
  Soup soup;
  for (int part = dice.integer(1, 2); part > 0; --part) {
    Soup fresh = random_part(dice).welded();
    for (Vec3& v : fresh.vertices)
      for (double& x : v) x = off_lattice(x + base, least, dice);
    soup.append(fresh);
  }
  return soup.mesh();
}

PairAnswer everything(const Mesh& a, const Mesh& b) {
  Scene scene;
  scene.add("a", a);
  scene.add("b", b);
  CheckOptions options;
  options.curves = options.patches = options.overlap = true;
  const CheckResult result = Engine({.threads = 1}).check(scene, options);
  return result.pairs.empty() ? PairAnswer() : result.pairs.front();
}

void judge(const Mesh& a, const Mesh& b) {
  const PairAnswer pair = everything(a, b);
  if (!pair.overlap) return;
  ASSERT_TRUE(pair.overlap->solid);
  const OverlapSolid& solid = *pair.overlap->solid;
  expect_sound(solid);
  EXPECT_EQ(solid.lumps.empty(), pair.verdict == Verdict::touching);
  const double in_a = combine(a, a, Combination::unite).volume, in_b = combine(b, b, Combination::unite).volume;
  const OverlapSolid both = combine(a, b, Combination::unite), rest = combine(a, b, Combination::difference);
  expect_sound(both);
  expect_sound(rest);
  EXPECT_NEAR(both.volume + solid.volume, in_a + in_b, 1e-12 * (in_a + in_b));
  EXPECT_NEAR(rest.volume + solid.volume, in_a, 1e-12 * in_a);
}

// Volumes of such lumps were 0, or had the wrong sign, so that a lump was taken for a cavity of another one.
TEST(OverlapSlivers, BodiesOffTheLatticeByUlps) {
  Dice dice(2038);
  for (int i = 0; i < case_count(120, 20000); ++i) {
    const Mesh a = random_mesh(0x1p-52, dice), b = random_mesh(0x1p-52, dice);
    judge(a, b);
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
}

// The errors of points nearer to the origin than the digits of doubles reach were held for less than they were: crashed.
TEST(OverlapSlivers, CornersBesideTheOriginByTheLeastOfDoubles) {
  Dice dice(2039);
  for (int i = 0; i < case_count(120, 20000); ++i) {
    const Mesh a = random_mesh(0x1p-1074, dice), b = random_mesh(0x1p-1074, dice);
    const PairAnswer pair = everything(a, b);
    if (pair.overlap && pair.overlap->solid->mesh) {
      EXPECT_TRUE(pair.overlap->solid->mesh->closed());
    }
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
}

// Two boxes in which it was found, three corners off the axes.
TEST(OverlapSlivers, BoxesThatCrossWithinTheLeastOfDoubles) {
  const double d = 0x1p-1074;
  const std::vector<Face> faces = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}, {0, 4, 7}, {0, 7, 1},
                                   {3, 2, 6}, {3, 6, 5}, {0, 3, 5}, {0, 5, 4}, {1, 7, 6}, {1, 6, 2}};
  const Mesh a({{0, 0, 0}, {0, -d, 1}, {0, 1, 1}, {0, 1, 0}, {2, d, 0}, {2, 1, 0}, {2, 1, 1}, {2, 0, 1}}, faces);
  const Mesh b({{0, -2 * d, 0}, {0, 0, 2}, {0, 1, 2}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 2}, {1, 0, 2}}, faces);
  judge(a, b);
}

// Squares and cubes of such coordinates are no doubles: lumps were lost, and middles were no numbers.
TEST(OverlapSlivers, BodiesOfAnySize) {
  for (const int power : {-1040, -700, -400, -300, 300, 400, 700, 1020}) {
    const double unit = std::ldexp(1, power);
    const auto box = [&](const Vec3& low, const Vec3& high) { return box_soup(low, high).scaled(unit).mesh(); };
    const PairAnswer pair = everything(box({0, 0, 0}, {2, 2, 2}), box({1, 1, 1}, {3, 3, 3}));
    ASSERT_TRUE(pair.overlap && pair.overlap->solid) << power;
    ASSERT_EQ(pair.overlap->solid->lumps.size(), 1u) << power;
    const Lump& lump = pair.overlap->solid->lumps.front();
    EXPECT_EQ(lump.volume, std::ldexp(1, 3 * power)) << power;
    EXPECT_EQ(lump.area, std::ldexp(6, 2 * power)) << power;
    EXPECT_EQ(lump.centroid, Vec3::Constant(1.5 * unit)) << power;
    EXPECT_EQ(lump.box_low, Vec3::Constant(unit)) << power;
    EXPECT_EQ(lump.box_high, Vec3::Constant(2 * unit)) << power;
    ASSERT_EQ(pair.overlap->curves.size(), 1u) << power;
    EXPECT_EQ(pair.overlap->curves.front().length, 6 * unit) << power;
    const PairAnswer beside = everything(box({0, 0, 0}, {2, 2, 2}), box({2, 1, 1}, {3, 3, 3}));
    ASSERT_TRUE(beside.overlap) << power;
    ASSERT_EQ(beside.overlap->patches.size(), 1u) << power;
    EXPECT_EQ(beside.overlap->patches.front().area, std::ldexp(1, 2 * power)) << power;
    EXPECT_EQ(beside.overlap->patches.front().middle, Vec3(2, 1.5, 1.5) * unit) << power;
  }
}

}  // namespace
}  // namespace impinge::test
