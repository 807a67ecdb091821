// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <cmath>

#include "broad/brute_boxes.h"
#include "broad/sweep_boxes.h"
#include "support/dice.h"

namespace impinge {
namespace {

std::vector<Box> random_boxes(test::Dice& dice, int n, bool on_grid) {
  std::vector<Box> boxes(static_cast<std::size_t>(n));
  for (Box& b : boxes) {
    const Vec3 p = on_grid ? dice.grid_point(0, 6) : dice.point(0, 10);
    b.add(p);
    b.add(Vec3(p + (on_grid ? dice.grid_point(0, 2) : dice.point(0, 2))));
  }
  return boxes;
}

TEST(Broad, SweepFindsThePairsOfBruteForce) {
  test::Dice dice(3);
  for (int i = 0; i < 200; ++i)
    for (const bool on_grid : {true, false}) {  // on the grid, many boxes only touch
      const std::vector<Box> boxes = random_boxes(dice, dice.integer(0, 60), on_grid);
      ASSERT_EQ(sweep_boxes(boxes), brute_boxes(boxes));
    }
}

// Enough boxes for columns, of one size and of very different ones.
TEST(Broad, ColumnsFindThePairsOfBruteForce) {
  test::Dice dice(4);
  for (int i = 0; i < 8; ++i) {
    std::vector<Box> boxes(static_cast<std::size_t>(dice.integer(600, 1500)));
    for (Box& b : boxes) {
      const double size = i % 2 == 0 ? 1 : std::pow(10.0, dice.real(-3, i == 7 ? 1.5 : 0.3));
      const Vec3 p = i % 4 == 3 ? dice.grid_point(0, 12) : dice.point(0, 12);
      b.add(p);
      b.add(Vec3(p + (i % 4 == 3 ? dice.grid_point(0, 1) : Vec3(size * dice.point(0, 1)))));
    }
    ASSERT_EQ(sweep_boxes(boxes), brute_boxes(boxes)) << i;
    for (Box& b : boxes) b.low.z() = b.high.z() = 1;
    ASSERT_EQ(sweep_boxes(boxes), brute_boxes(boxes)) << i;
    for (Box& b : boxes) b.low.x() = b.high.x() = b.low.y() = b.high.y() = 2;
    ASSERT_EQ(sweep_boxes(boxes), brute_boxes(boxes)) << i;
  }
}

TEST(Broad, BoxesThatShareAPointArePaired) {
  std::vector<Box> boxes(2);
  boxes[0] = {Vec3(0, 0, 0), Vec3(1, 1, 1)};
  boxes[1] = {Vec3(1, 1, 1), Vec3(2, 2, 2)};
  EXPECT_EQ(sweep_boxes(boxes).size(), 1u);
  boxes[1].low.x() = std::nextafter(1.0, 2.0);
  EXPECT_TRUE(sweep_boxes(boxes).empty());
}

TEST(Broad, HugeCoordinatesDoNotConfuseTheSweep) {
  std::vector<Box> boxes;
  for (int i = 0; i < 10; ++i) boxes.push_back({Vec3::Constant(i * 0x1p1019), Vec3::Constant((i + 1) * 0x1p1019)});
  EXPECT_EQ(sweep_boxes(boxes), brute_boxes(boxes));
  EXPECT_EQ(sweep_boxes(boxes).size(), 9u);
}

}  // namespace
}  // namespace impinge
