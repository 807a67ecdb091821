// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The exact stage over candidates gives what face_pair_static gives pair by pair: the proofs in floats in front of it are
// proofs, at all scales, near degeneracy and far from the origin, on every SIMD target.

#include <gtest/gtest.h>

#include <support/case_count.h>
#include <support/random_triangles.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include "exact/decide_pairs.h"
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

template <typename MakePair>
void agree(const MakePair& make_pair, int count, std::uint64_t seed) {
  Dice dice(seed);
  Soup soups[2];
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = make_pair(dice);
    soups[0].add_triangle(a[0], a[1], a[2]);
    soups[1].add_triangle(b[0], b[1], b[2]);
  }
  Scene scene;
  for (const Soup& soup : soups) scene.add("soup", soup.mesh());
  const std::vector<WorldObject> world = place(scene);
  std::vector<Candidate> candidates;
  std::vector<FacePair> expected;
  for (std::uint32_t f = 0; f < static_cast<std::uint32_t>(count); ++f) {
    candidates.push_back({0, 1, f, f});
    const Relation relation = face_pair_static(world[0].triangle(f), world[1].triangle(f));
    if (relation != Relation::disjoint) expected.push_back({f, f, relation});
  }
  for_each_simd_target([&](const char* target) {
    Control control({}, {});
    const std::vector<PairContacts> found = decide_pairs(world, candidates, control);
    ASSERT_EQ(found.empty() ? std::vector<FacePair>() : found.front().faces, expected) << target;
  });
}

TEST(PairContacts, OnGrid) { agree(grid_pair, case_count(50000, 1000000), 41); }
TEST(PairContacts, NearDegeneracy) { agree(nearly_degenerate_pair, case_count(50000, 1000000), 42); }
TEST(PairContacts, OnWideRange) { agree(wide_range_pair, case_count(50000, 1000000), 43); }

// Differences of coordinates that are no numbers any more.
TEST(PairContacts, DifferencesThatOverflow) {
  const auto huge = [](Dice& dice) {
    auto pair = grid_pair(dice);
    for (Corners* t : {&pair.first, &pair.second})
      for (Vec3& p : *t) p = (p - Vec3::Constant(1.5)) * 0x1p1023;  // from 0 to 3 before
    return pair;
  };
  agree(huge, case_count(5000, 100000), 45);
}

// Moved by what a float hardly or does not see, at scales that floats cannot hold, far from the origin.
TEST(PairContacts, ScaledShiftedAndNudged) {
  const auto nudged = [](Dice& dice) {
    auto pair = grid_pair(dice);
    const double scale = std::ldexp(1.0, dice.integer(-900, 900));
    const Vec3 shift =
        dice.chance(0.5) ? Vec3(Vec3::Zero()) : Vec3(dice.point(-1, 1) * std::ldexp(1.0, dice.integer(0, 40)));
    const double nudge = std::ldexp(1.0, -dice.integer(18, 50));
    for (Corners* t : {&pair.first, &pair.second})
      for (Vec3& p : *t) p = (p + nudge * dice.grid_point(-1, 1) + shift) * scale;
    return pair;
  };
  agree(nudged, case_count(100000, 2000000), 44);
}

}  // namespace
}  // namespace impinge::test
