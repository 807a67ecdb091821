// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Maps of open surfaces: where they are deepest, what their bounds hold, and what cannot be told about them.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <cmath>

#include "answer/map/map_question.h"
#include "support/dice.h"

namespace impinge::test {
namespace {

// A bowl x^2 + y^2 around a place, as an open grid.
Mesh bowl_at(const Vec3& middle, double size, int side) {
  std::vector<double> heights;
  const double cell = size / (side - 1);
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const double x = i * cell - size / 2 - middle.x(), y = j * cell - size / 2 - middle.y();
      heights.push_back(middle.z() + x * x + y * y);
    }
  return make_height_field(heights, side, cell);
}

Mesh plate(double size) { return make_height_field(std::vector<double>(4, 0.0), 2, size); }

MapOptions from_above(int resolution) {
  MapOptions options;
  options.view.resolution = resolution;
  options.view.direction = Vec3(0, 0, 1);
  return options;
}

TEST(OpenMaps, TheDeepestPointIsNotTheOrigin) {
  const InterferenceMap map = map_of(plate(4), bowl_at({0.7, -0.4, -0.25}, 4, 201), {0, 0, 0}, from_above(200));
  ASSERT_FALSE(map.solids);
  ASSERT_TRUE(map.deepest_point);
  EXPECT_NEAR(map.deepest_point->x(), 0.7, 0.03);
  EXPECT_NEAR(map.deepest_point->y(), -0.4, 0.03);
  EXPECT_NEAR(map.deepest_point->z(), -0.125, 0.01);
  EXPECT_FALSE(map.centroid);
  EXPECT_FALSE(map.overlap_volume);
  EXPECT_EQ(map.verdict, Verdict::crossing);
  EXPECT_FALSE(map_of(plate(4), bowl_at({0, 0, 0.5}, 4, 21), {0, 0, 0}, from_above(20)).deepest_point);
}

// The deepest place of a cone lies between the lines; both ways of looking at it hold the truth, so that they share it.
TEST(OpenMaps, BoundsWithAndWithoutClosingShareTheTruth) {
  Dice dice(71);
  for (int i = 0; i < case_count(12, 200); ++i) {
    const double h = dice.real(0.05, 0.5);
    const Mesh bowl = bowl_at({dice.real(-0.5, 0.5), dice.real(-0.5, 0.5), -h}, 4, dice.integer(12, 40));
    double deepest = 0;
    for (const Vec3& v : bowl.vertices()) deepest = std::max(deepest, -v.z());
    MapOptions options = from_above(dice.integer(6, 60));
    const InterferenceMap open = map_of(plate(4), bowl, {0, 0, 0}, options);
    options.close_scans = true;
    const InterferenceMap closed = map_of(plate(4), bowl, {0, 0, 0}, options);
    for (const InterferenceMap* map : {&open, &closed}) {
      EXPECT_LE(map->max_depth.low, deepest * (1 + 1e-9)) << i;
      EXPECT_GE(map->max_depth.high, deepest * (1 - 1e-9)) << i;
    }
    EXPECT_LE(std::max(open.projected_area.low, closed.projected_area.low),
              std::min(open.projected_area.high, closed.projected_area.high) * (1 + 1e-9))
        << i;
    EXPECT_EQ(open.verdict, Verdict::crossing) << i;
    EXPECT_EQ(closed.verdict, Verdict::crossing) << i;
  }
}

// Seen from the side, a part in a box without a lid: their surfaces do not meet, but lines pass walls on both sides of it.
TEST(OpenMaps, APartWithinAnOpenBoxIsNotClean) {
  const Mesh box = make_box({4, 4, 4});
  const Mesh open({box.vertices().begin(), box.vertices().end()}, {box.faces().begin(), box.faces().end() - 2});
  MapOptions options = from_above(32);
  options.view.direction = Vec3(1, 0, 0);
  const InterferenceMap map = map_of(open, make_box({1, 1, 1}), {0, 0, 0}, options);
  ASSERT_FALSE(map.solids);
  EXPECT_NE(map.verdict, Verdict::disjoint);
  EXPECT_NE(map.certainty, Certainty::proved);
  EXPECT_FALSE(map.statement.empty());
}

TEST(OpenMaps, SurfacesApartHaveGapsAlone) {
  const InterferenceMap map = map_of(plate(4), bowl_at({0, 0, 1e-6}, 4, 41), {0, 0, 0}, from_above(64));
  EXPECT_EQ(map.verdict, Verdict::disjoint);
  EXPECT_NEAR(*map.distance, 1e-6, 1e-12);
  EXPECT_EQ(map.max_depth.value, 0);
  EXPECT_EQ(map.projected_area.value, 0);
  EXPECT_EQ(std::count(map.cells.begin(), map.cells.end(), MapCell::contact), 0);
}

}  // namespace
}  // namespace impinge::test
