// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "broad/box_tree.h"
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

// Boxes that come, go and move, now and then far, or change their size.
TEST(Broad, ATreeOfBoxesFindsTheNeighboursOfEachBox) {
  test::Dice dice(5);
  for (int turn = 0; turn < 20; ++turn) {
    const bool on_grid = turn % 2 == 0;
    std::vector<Box> boxes = random_boxes(dice, dice.integer(0, 80), on_grid);
    BoxTree tree;
    tree.build(boxes);
    for (int step = 0; step < 200; ++step) {
      const auto i = static_cast<std::uint32_t>(dice.integer(0, static_cast<int>(boxes.size()) + (step % 40 == 0 ? 0 : -1)));
      if (i >= boxes.size()) boxes.resize(boxes.size() + 1);
      if (boxes.empty()) continue;
      boxes[i] = dice.chance(0.1) ? Box() : random_boxes(dice, 1, on_grid)[0];
      if (dice.chance(0.05)) boxes[i].add(Vec3(boxes[i].low + dice.point(0, 8)));
      tree.set(i, boxes[i]);
      if (step % 5 != 0 || boxes[i].empty()) continue;
      std::vector<std::uint32_t> found, expected;
      tree.each_near(boxes[i], [&](std::uint32_t j) {
        if (boxes_meet(boxes[i], boxes[j])) found.push_back(j);
      });
      for (std::uint32_t j = 0; j < boxes.size(); ++j)
        if (boxes_meet(boxes[i], boxes[j])) expected.push_back(j);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);
    }
  }
}

TEST(Broad, ATreeTakesBoxesWithoutEnd) {
  const double infinity = std::numeric_limits<double>::infinity();
  std::vector<Box> boxes = {{Vec3::Zero(), Vec3::Ones()}, {Vec3::Constant(-infinity), Vec3::Constant(infinity)}};
  BoxTree tree;
  tree.build(boxes);
  for (int i = 0; i < 4; ++i) {
    boxes.push_back({Vec3::Constant(5.0 * i), Vec3::Constant(infinity)});
    tree.set(static_cast<std::uint32_t>(boxes.size() - 1), boxes.back());
  }
  std::size_t count = 0;
  tree.each_near(boxes[1], [&](std::uint32_t) { ++count; });
  EXPECT_EQ(count, boxes.size());
}

}  // namespace
}  // namespace impinge
