// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

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
