// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Combinations of wild surfaces on a small lattice: everything degenerate happens. Points are judged by winding numbers in
// integers, volumes by what they must add up to, and nothing may depend on order, turn or sign.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include <support/case_count.h>
#include <support/integer_winding.h>
#include <support/lattice_soup.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

constexpr std::array kCombinations = {Combination::intersection, Combination::unite, Combination::difference};
constexpr std::int64_t kScale = 4096;

double slack(double volume) { return 1e-11 * (1 + std::abs(volume)); }

OverlapSolid sound(const Soup& a, const Soup& b, Combination how) {
  OverlapSolid solid = combine(a.mesh(), b.mesh(), how);
  expect_sound(solid);
  return solid;
}

// Odd multiples of 1 / 4096, which few planes of the lattice hold.
IntegerPoint random_point(Dice& dice) {
  IntegerPoint p{};
  for (std::int64_t& x : p) x = 2 * dice.integer(-kScale / 2 - 64, 5 * kScale / 2 + 64) + 1;
  return p;
}

void expect_points(const Soup& a, const Soup& b, const std::array<OverlapSolid, 3>& solids, Dice& dice) {
  for (int i = 0; i < 25; ++i) {
    const IntegerPoint p = random_point(dice);
    const std::optional<int> in_a = integer_winding(a, p, kScale, dice), in_b = integer_winding(b, p, kScale, dice);
    if (!in_a || !in_b) continue;
    const Vec3 at = Vec3(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])) / kScale;
    for (std::size_t k = 0; k < kCombinations.size(); ++k) {
      const double winding = solids[k].mesh ? solid_angle_winding(*solids[k].mesh, at) : 0;
      EXPECT_NEAR(winding, is_solid(kCombinations[k], *in_a, *in_b) ? 1 : 0, 1e-4)
          << "combination " << k << " at " << at.transpose();
    }
  }
}

// The triangles as sets of corners, whatever their order.
std::multiset<std::array<std::array<double, 3>, 3>> triangles(const OverlapSolid& solid) {
  std::multiset<std::array<std::array<double, 3>, 3>> result;
  if (!solid.mesh) return result;
  for (const Face& f : solid.mesh->faces()) {
    std::array<std::array<double, 3>, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& v = solid.mesh->vertices()[f[k]];
      corners[k] = {v.x(), v.y(), v.z()};
    }
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    result.insert(corners);
  }
  return result;
}

void expect_same_measures(const OverlapSolid& x, const OverlapSolid& y) {
  EXPECT_NEAR(x.volume, y.volume, slack(x.volume));
  EXPECT_NEAR(x.area, y.area, slack(x.area));
  EXPECT_EQ(x.lumps.size(), y.lumps.size());
}

void judge_pair(const Soup& a, const Soup& b, Dice& dice) {
  std::array<OverlapSolid, 3> solids;
  for (std::size_t k = 0; k < 3; ++k) solids[k] = sound(a, b, kCombinations[k]);
  const double whole_a = sound(a, a, Combination::unite).volume, whole_b = sound(b, b, Combination::unite).volume;
  EXPECT_NEAR(solids[0].volume + solids[1].volume, whole_a + whole_b, slack(whole_a + whole_b));
  EXPECT_NEAR(solids[2].volume, whole_a - solids[0].volume, slack(whole_a));
  expect_points(a, b, solids, dice);

  const OverlapSolid swapped = sound(b, a, Combination::intersection);
  expect_same_measures(solids[0], swapped);
  EXPECT_EQ(triangles(solids[0]), triangles(swapped));
  const int code = dice.integer(0, 47);
  const std::size_t k = static_cast<std::size_t>(dice.integer(0, 2));
  const Soup a_turned = shuffled(turned_lattice_soup(a, code), dice),
             b_turned = shuffled(turned_lattice_soup(b, code), dice);
  expect_same_measures(solids[k], sound(a_turned, b_turned, kCombinations[k]));
  expect_same_measures(solids[k], sound(a.inverted(), b, kCombinations[k]));
}

TEST(OverlapLattice, PointsVolumesAndSymmetries) {
  Dice dice(2020);
  int overlaps = 0, several = 0;
  const int count = case_count(150, 120000);
  for (int i = 0; i < count; ++i) {
    const Soup a = random_lattice_soup(dice);
    const Soup b = dice.chance(0.3) ? derived_lattice_soup(a, dice) : random_lattice_soup(dice);
    judge_pair(a, b, dice);
    const OverlapSolid solid = combine(a.mesh(), b.mesh());
    overlaps += solid.lumps.empty() ? 0 : 1;
    several += solid.lumps.size() > 1 ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << "case " << i << "\n a " << written(a) << "\n b " << written(b);
  }
  EXPECT_GT(overlaps, count / 4) << "most bodies are apart, which proves nothing";
  EXPECT_GT(several, count / 50);
}

TEST(OverlapLattice, AMillionPairsAreClosed) {
  Dice dice(2021);
  const int count = case_count(600, 1000000);
  for (int i = 0; i < count; ++i) {
    const Soup a = random_lattice_soup(dice);
    const Soup b = dice.chance(0.3) ? derived_lattice_soup(a, dice) : random_lattice_soup(dice);
    expect_sound(combine(a.mesh(), b.mesh(), kCombinations[static_cast<std::size_t>(i) % 3]));
    ASSERT_FALSE(HasFailure()) << "case " << i << "\n a " << written(a) << "\n b " << written(b);
  }
}

}  // namespace
}  // namespace impinge::test
