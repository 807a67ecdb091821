// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Scenes made to be lost by slice_map if one of its margins were smaller: slabs, reaches of vertices, columns.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/soup.h>

#include <cmath>

#include "complete_candidates.h"

namespace impinge::test {
namespace {

// Faces on both sides of a plane across a diagonal that share one corner of it: the tightest there is for slabs.
TEST(SliceMapMargins, CornersThatTouchAcrossDiagonals) {
  Dice dice(36);
  for (int i = 0; i < case_count(40, 2000); ++i) {
    const double size = std::ldexp(1, -dice.integer(0, 12)), far = dice.chance(0.5) ? 0 : std::ldexp(1, dice.integer(0, 40));
    const Vec3 wide(dice.real(0.01, 1), dice.real(0.01, 1), dice.real(0.01, 1));
    Soup a, b;
    for (int k = 0; k < 200; ++k) {
      const Vec3 sign(1, dice.chance(0.5) ? 1 : -1, dice.chance(0.5) ? 1 : -1);
      const Vec3 corner = dice.point(-1, 1).cwiseProduct(wide) + Vec3(far, far, -far);
      const auto beside = [&](double side) { return Vec3(corner + side * size * dice.point(0, 1).cwiseProduct(sign)); };
      a.add_triangle(corner, beside(1), beside(1));
      b.add_triangle(beside(-1), corner, beside(-1));
    }
    expect_complete(a.mesh(), {}, b.mesh(), {}, "case " + std::to_string(i));
  }
}

// Slanted walls that are nearer to each other than their boxes are thick: slabs part most of them.
TEST(SliceMapMargins, SlabsPartSlantedWalls) {
  Soup walls[2];
  for (int side = 0; side < 2; ++side)
    for (int u = 0; u < 40; ++u)
      for (int v = 0; v < 40; ++v) {
        const auto corner = [&](int i, int j) { return Vec3(i, j, -i - j + 0.3 * side); };
        walls[side].add_triangle(corner(u, v), corner(u + 1, v), corner(u, v + 1));
      }
  Scene scene;
  scene.add("a", walls[0].mesh());
  scene.add("b", walls[1].mesh());
  const std::vector<WorldObject> world = place(scene);
  Control control({}, {});
  const auto candidates = slice_map(world, overlap_region(world, {0, 1}), control);
  ASSERT_TRUE(candidates.has_value());
  EXPECT_EQ(candidates->size(), 0u);  // by boxes alone each face has nine
}

// Large faces in planes across a diagonal, whose corners lie elsewhere and round differently, and small ones that touch them
// with a corner, from one side: coordinates along the diagonal are the same but for rounding. The region and the size of the
// faces make cells of 64/240, so that those coordinates are whole numbers of steps.
TEST(SliceMapMargins, LargeFacesAcrossDiagonals) {
  Dice dice(37);
  const auto dyadic = [](double x) { return std::ldexp(std::round(std::ldexp(x, 20)), -20); };
  for (int i = 0; i < case_count(4, 40); ++i) {
    const double reach = std::exp2(dice.real(6, i % 2 == 0 ? 8 : 20)), side = dice.chance(0.5) ? 1 : -1;
    const Vec3 sign(1, dice.chance(0.5) ? 1 : -1, dice.chance(0.5) ? 1 : -1);
    Soup a, b;
    for (Soup* soup : {&a, &b})
      for (const double end : {-32, 32}) soup->add_triangle(Vec3(end, end, end), Vec3(end, end, end), Vec3(end, end, end));
    for (int k = 0; k < 40; ++k) {
      const double level = dice.integer(-128, 128) / 16.0, turn = dice.real(0, 6.28);
      const auto on_plane = [&](double x, double y, double up) {
        return Vec3(Vec3(x, y, level - x - y + up).cwiseProduct(sign));
      };
      const auto far = [&](double angle) {
        return on_plane(dyadic(reach * std::cos(turn + angle)), dyadic(reach * std::sin(turn + angle)), 0);
      };
      a.add_triangle(far(0), far(2.1), far(4.2));
      for (int n = 0; n < 6; ++n) {
        const double x = dyadic(dice.real(-8, 8)), y = dyadic(dice.real(-8, 8));
        const auto beside = [&] {
          return on_plane(x + dyadic(dice.real(-0.1, 0.1)), y + dyadic(dice.real(-0.1, 0.1)),
                          side * dyadic(dice.real(0, 0.1)));
        };
        b.add_triangle(on_plane(x, y, 0), beside(), beside());
      }
    }
    expect_complete(a.mesh(), {}, b.mesh(), {}, "case " + std::to_string(i));
  }
}

// Faces as long as they may be without being long: all corners of one lie four cells, on one axis or another, from a corner
// of the other one, which must not be struck out. Most faces are smaller and set the size of cells.
TEST(SliceMapMargins, CornersFourCellsApart) {
  constexpr double kCell = 0.65, kEnd = 40;  // half of the room above small faces; ends of the region
  Soup soups[2];
  for (Soup& soup : soups) {
    const double side = &soup == soups ? 1 : -1;
    for (const double end : {-kEnd, kEnd}) soup.add_triangle(Vec3(end, end, end), Vec3(end, end, end), Vec3(end, end, end));
    for (int i = 0; i < 1000; ++i) {
      const Vec3 at(side * (20 + i % 8), 4.0 * (i / 8 % 8) - 16, 2.0 * (i / 64) - 16);
      soup.add_triangle(at, at + Vec3(1, 0, 0), at + Vec3(0, 1, 1));
    }
  }
  for (int i = 0; i < 8; ++i) {
    // From a point in its cell, in cells.
    const Vec3 middle = Vec3(60.96, 40.04 + 5 * i, 60.04 + i) - Vec3(5, 5, 5);
    const auto at = [&](double x, double y, double z) {
      return Vec3((middle + Vec3(x, y, z)) * kCell - Vec3(kEnd, kEnd, kEnd));
    };
    soups[0].add_triangle(at(-0.9, -1.9, 0.9), at(1.9, 0.9, 0.9), at(-0.9, 0.9, -1.62));
    soups[1].add_triangle(at(0.029, -0.029, -0.029), at(-2.9, 2.9, 2.9), at(-2.9, 2.88, 2.9));
  }
  expect_complete(soups[0].mesh(), {}, soups[1].mesh(), {}, "far corners");
}

// So many faces in one column that only those at the right height are read.
TEST(SliceMapMargins, TallColumns) {
  Dice dice(38);
  for (int axis = 0; axis < 3; ++axis) {
    Soup soups[2];
    for (Soup& soup : soups) {
      for (int i = 0; i < 1500; ++i) {
        Vec3 p = dice.point(-0.8, 0.8);
        p[axis] = dice.real(-80, 80);
        soup.add_triangle(p, p + dice.point(-0.7, 0.7), p + dice.point(-0.7, 0.7));
      }
      for (int k = 0; k < 8; ++k) {  // ends of a region that is wider than high: columns run along the axis
        Vec3 p((k & 1) == 0 ? -92 : 92, (k & 2) == 0 ? -92 : 92, (k & 4) == 0 ? -92 : 92);
        p[axis] = p[axis] > 0 ? 80 : -80;
        soup.add_triangle(p, p, p);
      }
    }
    expect_complete(soups[0].mesh(), {}, soups[1].mesh(), {}, "axis " + std::to_string(axis));
  }
}

}  // namespace
}  // namespace impinge::test
