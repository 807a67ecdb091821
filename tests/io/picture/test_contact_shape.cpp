// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// What two triangles share, as a picture draws it, against the exact intersection.

#include <gtest/gtest.h>

#include <support/case_count.h>
#include <support/dice.h>

#include "exact/face_pair_static.h"
#include "exact/triangle_intersection.h"
#include "io/picture/contact_shape.h"

namespace impinge::test {
namespace {

double distance_to(const std::vector<Vec3>& points, const Vec3& p) {
  double least = INFINITY;
  for (const Vec3& q : points) least = std::min(least, (p - q).norm());
  return least;
}

// Every exact corner of the common part is a corner of the shape, and the other way round.
void expect_same_part(const Triangle& a, const Triangle& b, double tolerance) {
  std::vector<Vec3> exact;
  for (const ExactPoint& p : intersection_points(a, b)) exact.push_back(rounded(p));
  const std::vector<Vec3> shape = contact_shape(a, b);
  for (const Vec3& p : shape) EXPECT_LT(distance_to(exact, p), tolerance);
  if (shape.size() == 2) {
    const auto [first, last] = intersection_ends(a, b);
    EXPECT_LT(distance_to(shape, rounded(first)), tolerance);
    EXPECT_LT(distance_to(shape, rounded(last)), tolerance);
  }
}

TEST(ContactShape, SegmentsOfCrossingTriangles) {
  Dice dice(7);
  const int cases = case_count(2000, 100000);
  int crossing = 0;
  for (int i = 0; i < cases; ++i) {
    const Triangle a{{dice.point(0, 1), dice.point(0, 1), dice.point(0, 1)}};
    const Triangle b{{dice.point(0, 1), dice.point(0, 1), dice.point(0, 1)}};
    if (face_pair_static(a, b) != Relation::crossing) continue;
    ++crossing;
    expect_same_part(a, b, 1e-5);
  }
  EXPECT_GT(crossing, cases / 20);
}

TEST(ContactShape, WhatTouchesOnAGrid) {
  Dice dice(8);
  const int cases = case_count(20000, 300000);
  int touching = 0, polygons = 0;
  for (int i = 0; i < cases; ++i) {
    Triangle a{{dice.grid_point(0, 3), dice.grid_point(0, 3), dice.grid_point(0, 3)}};
    Triangle b{{dice.grid_point(0, 3), dice.grid_point(0, 3), dice.grid_point(0, 3)}};
    if (dice.chance(0.5))
      for (Vec3* p : {&a.p[0], &a.p[1], &a.p[2], &b.p[0], &b.p[1], &b.p[2]}) p->z() = 0;
    if (face_pair_static(a, b) != Relation::touching) continue;
    if (!(cross(a.p[1] - a.p[0], a.p[2] - a.p[0]).norm() > 0) || !(cross(b.p[1] - b.p[0], b.p[2] - b.p[0]).norm() > 0))
      continue;
    ++touching;
    polygons += contact_shape(a, b).size() > 2;
    expect_same_part(a, b, 1e-6);
  }
  EXPECT_GT(touching, cases / 200);
  EXPECT_GT(polygons, cases / 400);
}

TEST(ContactShape, FacesWithoutAreaHaveAPoint) {
  const Triangle flat{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}, face{{{0, -1, 0}, {2, -1, 0}, {1, 1, 0}}};
  EXPECT_EQ(contact_shape(flat, face).size(), 1u);
  EXPECT_EQ(contact_shape(face, flat).size(), 1u);
}

}  // namespace
}  // namespace impinge::test
