// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Bodies of unit cells, and points half a cell apart: every second one lies on a wall, an edge or a corner. Many such points
// in a row once hid from the others what lies between them and the last one that was not on a face.

#include <gtest/gtest.h>
#include <impinge/engine.h>

#include <array>
#include <map>
#include <set>

#include <support/case_count.h>
#include <support/dice.h>

namespace impinge::test {
namespace {

constexpr int kSide = 4;
using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

Cells random_cells(Dice& dice) {
  Cells cells;
  const double share = std::array{0.3, 0.5, 0.8}[static_cast<std::size_t>(dice.integer(0, 2))];
  for (int x = 0; x < kSide; ++x)
    for (int y = 0; y < kSide; ++y)
      for (int z = 0; z < kSide; ++z)
        if (dice.chance(share) || (x == 0 && y == 0)) cells.insert({x, y, z});
  return cells;
}

Mesh surface_of_cells(const Cells& cells, double size, Dice& dice) {
  std::map<Cell, std::uint32_t> numbers;
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  const auto number_of = [&](const Cell& c) {
    const auto [place, is_new] = numbers.try_emplace(c, static_cast<std::uint32_t>(vertices.size()));
    if (is_new) vertices.emplace_back(size * c[0], size * c[1], size * c[2]);
    return place->second;
  };
  for (const Cell& cell : cells)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        Cell beside = cell;
        beside[axis] += side == 1 ? 1 : -1;
        if (cells.contains(beside)) continue;
        std::array<std::uint32_t, 4> q{};
        for (std::size_t k = 0; k < 4; ++k) {
          Cell corner = cell;
          corner[axis] += side;
          corner[(axis + 1) % 3] += k == 1 || k == 2 ? 1 : 0;
          corner[(axis + 2) % 3] += k >= 2 ? 1 : 0;
          q[side == 1 ? k : 3 - k] = number_of(corner);
        }
        const std::size_t from = dice.chance(0.5) ? 1 : 0;
        faces.push_back({q[from], q[from + 1], q[from + 2]});
        faces.push_back({q[from], q[from + 2], q[(from + 3) % 4]});
      }
  return Mesh(std::move(vertices), std::move(faces));
}

// A point is given in half cells.
PointSide side_of(const Cells& cells, const Cell& point) {
  std::size_t full = 0, all = 0;
  for (int k = 0; k < 8; ++k) {
    Cell cell;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int cell_below = (point[axis] + 2) / 2 - 1, back = (k >> axis) & 1;
      cell[axis] = point[axis] % 2 == 0 ? cell_below - back : cell_below;
    }
    ++all;
    full += cells.contains(cell) ? 1 : 0;
  }
  return full == all ? PointSide::inside : full == 0 ? PointSide::outside : PointSide::on;
}

TEST(Points, OfALatticeAreWhereTheirCellsAre) {
  Dice dice(2130);
  std::size_t on = 0;
  const int count = case_count(60, 3000);
  for (int round = 0; round < count; ++round) {
    const Cells cells = random_cells(dice);
    const double size = std::array{1.0, 0.25, 8.0}[static_cast<std::size_t>(round) % 3];
    Scene scene;
    const ObjectId body = scene.add("body", surface_of_cells(cells, size, dice));
    std::vector<Cell> places;
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i) {
      places.push_back({dice.integer(0, 2 * kSide), dice.integer(0, 2 * kSide), dice.integer(0, 2 * kSide)});
      points.push_back(size / 2 * Vec3(places.back()[0], places.back()[1], places.back()[2]));
    }
    const PointAnswers answers = Engine().points(scene, body, points);
    ASSERT_EQ(answers.certainty, Certainty::proved);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const PointSide side = side_of(cells, places[i]);
      ASSERT_EQ(answers.sides[i], side) << "round " << round << ", point " << i << " at " << points[i].transpose();
      on += side == PointSide::on ? 1 : 0;
    }
  }
  EXPECT_GT(on, 500 * static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace impinge::test
