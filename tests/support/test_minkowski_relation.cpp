// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The face pair against the Minkowski difference in our own exact numbers: needs no other library, so it also runs in the
// sanitizer builds.

#include <gtest/gtest.h>

#include <support/case_count.h>
#include <support/minkowski_relation.h>
#include <support/random_triangles.h>
#include "base/exact_number.h"
#include "exact/face_pair_static.h"

namespace impinge::test {
namespace {

std::array<Vector3<Exact>, 3> exact_corners(const Corners& c) {
  std::array<Vector3<Exact>, 3> result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = {c[i].x(), c[i].y(), c[i].z()};
  return result;
}

void agree(TrianglePair (*make)(Dice&), int count, std::uint64_t seed) {
  Dice dice(seed);
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = make(dice);
    const auto exact_a = exact_corners(a), exact_b = exact_corners(b);
    const Relation slow = minkowski_relation<Exact>(exact_a, exact_b);
    ASSERT_EQ(face_pair_static({{a[0], a[1], a[2]}}, {{b[0], b[1], b[2]}}), slow) << "case " << i;
  }
}

TEST(MinkowskiRelation, AgreesOnGrid) { agree(grid_pair, case_count(2000, 50000), 131); }
TEST(MinkowskiRelation, AgreesNearDegeneracy) { agree(nearly_degenerate_pair, case_count(2000, 50000), 132); }
TEST(MinkowskiRelation, AgreesOnWideRange) { agree(wide_range_pair, case_count(1000, 20000), 133); }

}  // namespace
}  // namespace impinge::test
