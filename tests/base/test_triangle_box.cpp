// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include "base/triangle_box.h"
#include "exact/face_pair_static.h"
#include "support/case_count.h"
#include "support/dice.h"

namespace impinge {
namespace {

// Exact judge: a corner inside, or the triangle meets one of the twelve triangles of the box's surface.
bool truly_meets(const Triangle& t, const Box& box) {
  for (const Vec3& p : t.p)
    if (box_contains(box, p)) return true;
  const auto corner = [&](int i) {
    return Vec3((i & 1) != 0 ? box.high.x() : box.low.x(), (i & 2) != 0 ? box.high.y() : box.low.y(),
                (i & 4) != 0 ? box.high.z() : box.low.z());
  };
  constexpr int kQuads[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
  for (const auto& q : kQuads)
    for (const Triangle& side :
         {Triangle{{corner(q[0]), corner(q[1]), corner(q[2])}}, Triangle{{corner(q[0]), corner(q[2]), corner(q[3])}}})
      if (face_pair_static(t, side) != Relation::disjoint) return true;
  return false;
}

void expect_never_missed(test::Dice& dice, double scale, const Vec3& shift, int cases, double allowed_excess) {
  int excess = 0, meeting = 0;
  for (int i = 0; i < cases; ++i) {
    Triangle t;
    for (Vec3& p : t.p) p = dice.grid_point(-6, 6) * scale + shift;
    Box box;
    box.add(Vec3(dice.grid_point(-4, 4) * scale + shift));
    box.add(Vec3(dice.grid_point(-4, 4) * scale + shift));
    const bool truth = truly_meets(t, box);
    meeting += truth;
    const bool found = triangle_meets_box(t, box);
    ASSERT_TRUE(found || !truth) << "case " << i;
    excess += !truth && found;
  }
  EXPECT_GT(meeting, cases / 20);
  EXPECT_LE(excess, allowed_excess * cases);
}

TEST(TriangleBox, NeverMissesAndHardlyOverReports) {
  test::Dice dice(11);
  const int cases = test::case_count(20000, 1000000);
  expect_never_missed(dice, 1, Vec3::Zero(), cases, 0.001);
  expect_never_missed(dice, 0x1p-30, Vec3::Zero(), cases, 0.001);
  expect_never_missed(dice, 1, Vec3(0x1p30, -0x1p31, 0x1p29), cases, 0.01);
}

TEST(TriangleBox, ExtremeSizesAreNeverMissed) {
  test::Dice dice(12);
  expect_never_missed(dice, 0x1p-1000, Vec3::Zero(), 2000, 1);
  expect_never_missed(dice, 0x1p1000, Vec3::Zero(), 2000, 1);
}

}  // namespace
}  // namespace impinge
