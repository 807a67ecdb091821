// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include "base/exact_point.h"
#include "base/predicates.h"
#include "exact/face_pair_static.h"
#include "exact/triangle_intersection.h"
#include "support/dice.h"

namespace impinge {
namespace {

TEST(ExactPoint, RoundsToTheNearestDouble) {
  const ExactPoint third = weighted(Vec3(0, 0, 0), Exact(2.0), Vec3(1, 3, -1), Exact(1.0));
  EXPECT_EQ(rounded(third), Vec3(1.0 / 3, 1, -1.0 / 3));
  // Denominators of either sign name the same point.
  EXPECT_TRUE(third == weighted(Vec3(0, 0, 0), Exact(-2.0), Vec3(1, 3, -1), Exact(-1.0)));
  // A tiny and a huge coordinate keep all their digits.
  const ExactPoint far(Vec3(0x1p1000, 0x1p-1000, 0x1.fffffffffffffp-1022));
  EXPECT_EQ(rounded(far), Vec3(0x1p1000, 0x1p-1000, 0x1.fffffffffffffp-1022));
  EXPECT_EQ(rounded(midpoint(far, far)), rounded(far));
}

TEST(ExactPoint, SidesAgreeWithThePredicates) {
  test::Dice dice(5);
  for (int i = 0; i < 2000; ++i) {
    const Triangle t{{dice.grid_point(0, 3), dice.grid_point(0, 3), dice.grid_point(0, 3)}};
    const Vec3 p = dice.grid_point(0, 3), r = dice.grid_point(-2, 2);
    EXPECT_EQ(side_of(t, ExactPoint(p)), orient3d(t.p[0], t.p[1], t.p[2], p));
    // The line from p along r against an edge is the orientation of p, p + r and the edge.
    EXPECT_EQ(passes(ExactPoint(p), r, t.p[0], t.p[1]), -orient3d(p, p + r, t.p[0], t.p[1]));
  }
}

TEST(MeetingSet, ItsPointsLieOnBothTrianglesAndItsMiddleDoesNotDependOnTheOrder) {
  test::Dice dice(6);
  int meeting = 0;
  for (int i = 0; i < 3000; ++i) {
    const Triangle a{{dice.grid_point(0, 3), dice.grid_point(0, 3), dice.grid_point(0, 3)}};
    const Triangle b{{dice.grid_point(0, 3), dice.grid_point(0, 3), dice.grid_point(0, 3)}};
    const auto points = intersection_points(a, b);
    ASSERT_EQ(points.empty(), face_pair_static(a, b) == Relation::disjoint);
    if (points.empty()) continue;
    ++meeting;
    for (const ExactPoint& p : points) {
      EXPECT_EQ(side_of(a, p), 0);
      EXPECT_EQ(side_of(b, p), 0);
    }
    const Triangle turned{{b.p[2], b.p[0], b.p[1]}};
    EXPECT_TRUE(intersection_point(a, b) == intersection_point(turned, a));
  }
  EXPECT_GT(meeting, 500);
}

}  // namespace
}  // namespace impinge
