// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The rasteriser against a judge of its own: which centres a triangle covers, by the signs of edge functions at a centre
// that is moved by (eps, eps^2); and what follows from it, as many entries as exits on every line.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <tbb/task_arena.h>
#include <Eigen/Geometry>

#include <map>

#include "raster/draw/raster_draw.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "raster/zlist/zlist_walk.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

using Int = Int128;

int sign(Int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Side of the edge p -> q on which the centre (x + eps, y + eps^2) lies; never 0 unless p = q.
int side(std::int64_t px, std::int64_t py, std::int64_t qx, std::int64_t qy, std::int64_t x, std::int64_t y) {
  const Int dx = qx - px, dy = qy - py;
  if (const int s = sign(dx * (y - py) - dy * (x - px))) return s;
  // Its derivatives along x and then along y.
  return dy != 0 ? sign(-dy) : sign(dx);
}

bool covers(const RasterTriangle& t, int column, int row) {
  const std::int64_t x = column * 256 + 128, y = row * 256 + 128;
  int sides[3];
  for (int i = 0; i < 3; ++i) sides[i] = side(t.x[i], t.y[i], t.x[(i + 1) % 3], t.y[(i + 1) % 3], x, y);
  return sides[0] == sides[1] && sides[1] == sides[2] && sides[0] != 0;
}

// Covered cells by the judge and by the rasteriser, the wide integers included.
void expect_same_cover(const RasterTriangle& t, int columns, int rows, const std::string& what) {
  std::map<std::pair<int, int>, int> cells;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (doubled_area<Int>(t) != 0 && covers(t, column, row)) cells[{column, row}] |= 1;
  for_each_span<std::int64_t>(t, columns, 0, rows, [&](int row, int begin, int end) {
    for (int c = begin; c < end; ++c) cells[{c, row}] |= 2;
  });
  for_each_span<Int>(t, columns, 0, rows, [&](int row, int begin, int end) {
    for (int c = begin; c < end; ++c) cells[{c, row}] |= 4;
  });
  const RasterView view({}, {{0, 0, 0}, {16, 12, 1}}, {{0, 0, 0}, {16, 12, 1}}, 16);
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const bool small = x_high - x_low < 7 * 256 && y_high - y_low < 7 * 256;
  if (small) {
    RasterCorner corners[3];
    for (int k = 0; k < 3; ++k) corners[k] = {static_cast<std::int32_t>(t.x[k]), static_cast<std::int32_t>(t.y[k]), t.z[k]};
    const Face face = {0, 1, 2};
    FaceBlock block;
    const std::uint32_t chosen[] = {0};
    set_up_faces(corners, &face, chosen, {columns, 0, rows, 0}, block);
    EXPECT_EQ(block.large_count, 0) << what;
    draw_block(block, [&](const RasterHit& hit) { cells[{hit.column, hit.row}] |= 8; });
  }
  const bool is_short = std::max(x_high - x_low, y_high - y_low) <= ShortEdge::kLongest;
  if (is_short)
    for_each_span_by<ShortEdge>(t, columns, 0, rows, [&](int row, int begin, int end) {
      for (int c = begin; c < end; ++c) cells[{c, row}] |= 16;
    });
  for (const auto& [cell, how] : cells)
    ASSERT_EQ(how, (small ? 15 : 7) | (is_short ? 16 : 0)) << what << ", cell " << cell.first << ' ' << cell.second;
}

TEST(Raster, CoversTheCentresOfTheHalfOpenRule) {
  Dice dice(71);
  for (int i = 0; i < case_count(3000, 100000); ++i) {
    RasterTriangle t;
    // Corners anywhere, on half cells, and far outside.
    const int kind = dice.integer(0, 4);
    const std::int64_t at_x = dice.integer(0, 12) * 128, at_y = dice.integer(0, 12) * 128;
    for (int k = 0; k < 3; ++k) {
      const auto coordinate = [&] {
        if (kind == 0) return std::int64_t{dice.integer(-300, 16 * 256 + 300)};
        if (kind == 1) return std::int64_t{dice.integer(-1, 33)} * 128;
        return std::int64_t{dice.integer(-(1 << 28), 1 << 28)};
      };
      t.x[k] = coordinate();
      t.y[k] = coordinate();
      t.z[k] = 0;
      if (kind == 3) {
        t.x[k] = at_x + dice.integer(0, 1700);
        t.y[k] = at_y + dice.integer(0, 1700);
      }
      if (kind == 4) {
        t.x[k] = at_x + dice.integer(0, 13) * 128;
        t.y[k] = at_y + dice.integer(0, 13) * 128;
      }
    }
    if (doubled_area<Int>(t) != 0) expect_same_cover(t, 16, 12, "case " + std::to_string(i));
  }
}

TEST(Zlist, EntersClosedBodiesAsOftenAsItLeaves) {
  Dice dice(72);
  for (int i = 0; i < case_count(60, 2000); ++i) {
    const double step = dice.chance(0.5) ? 0.5 : 1.0 / (1 << dice.integer(1, 6));
    RasterScene scene({lattice_ball(dice, step), lattice_ball(dice, step)});
    const Vec3 direction = dice.chance(0.6) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    // Cells of half a step, so that corners lie on centres and on corners of cells.
    const RasterView view = scene.view(direction, dice.chance(0.5) ? 32 : dice.integer(1, 80), dice.chance(0.5) ? 0.25 : 0);
    const Zlist lists(view, scene.objects, scene.control);
    ZlistWalk walk(2);
    for (std::size_t c = 0; c < view.cells(); ++c) {
      ASSERT_TRUE(walk.run(lists.list(c), [](const ZlistSegment&) {})) << "case " << i << ", cell " << c;
      for (std::size_t k = 1; k < lists.list(c).size(); ++k) ASSERT_FALSE(lists.list(c)[k].before(lists.list(c)[k - 1]));
    }
  }
}

// Depths along a line through a plane, computed in long doubles from the true corners.
TEST(Zlist, HoldsTheTrueDepthInItsErrorBound) {
  Dice dice(73);
  for (int i = 0; i < case_count(40, 1000); ++i) {
    const Pose pose = Pose::from_quaternion(dice.point(-100, 100), dice.quaternion());
    RasterScene scene({make_displaced_sphere(1, 0.3, 8, 10, dice.bits() % 50)}, {pose});
    const RasterView view = scene.view(dice.point(-1, 1), dice.integer(8, 64));
    const Zlist lists(view, scene.objects, scene.control);
    const ViewFrame& f = view.frame();
    for (std::size_t c = 0; c < view.cells(); ++c)
      for (const Fragment& hit : lists.list(c)) {
        const Triangle t = scene.world[0].triangle(hit.face);
        const long double x = view.x_of(static_cast<int>(c) % view.columns()),
                          y = view.y_of(static_cast<int>(c) / view.columns());
        Eigen::Matrix<long double, 3, 1> p[3];
        for (int k = 0; k < 3; ++k) {
          const auto v = t.p[k].cast<long double>();
          p[k] = {f.right.cast<long double>().dot(v), f.up.cast<long double>().dot(v), f.forward.cast<long double>().dot(v)};
        }
        const Eigen::Matrix<long double, 3, 1> n = (p[1] - p[0]).cross(p[2] - p[0]);
        const long double z = p[0].z() - (n.x() * (x - p[0].x()) + n.y() * (y - p[0].y())) / n.z();
        const double steps = view.z_steps(static_cast<double>(z));
        // Beyond the triangle the plane means nothing; its own range does.
        const double low = std::min({t.p[0].dot(f.forward), t.p[1].dot(f.forward), t.p[2].dot(f.forward)});
        const double high = std::max({t.p[0].dot(f.forward), t.p[1].dot(f.forward), t.p[2].dot(f.forward)});
        const double clamped = std::clamp(steps, view.z_steps(low), view.z_steps(high));
        ASSERT_LE(std::abs(clamped - hit.z), hit.error + 1) << "case " << i << ", face " << hit.face;
      }
  }
}

TEST(Zlist, NamesEveryPairOfACrowd) {
  // The paper's example: A B C C B A is nested, and its pairs are AB, AC and BC.
  RasterScene scene({make_icosphere(3, 2), make_icosphere(2, 2), make_icosphere(1, 2)});
  const Zlist lists(scene.view({0, 0, 1}, 33), scene.objects, scene.control);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> pairs;
  ZlistWalk walk(3);
  for (std::size_t c = 0; c < lists.view().cells(); ++c)
    walk.run(lists.list(c), [&](const ZlistSegment& s) { ++pairs[{s.a, s.b}]; });
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_GT((pairs[{0, 1}]), (pairs[{0, 2}]));
  EXPECT_EQ((pairs[{0, 2}]), (pairs[{1, 2}]));
}

TEST(Zlist, FindsABodyThatOverlapsItself) {
  Soup two = box_soup({0, 0, 0}, {2, 2, 2});
  two.append(box_soup({1, 1, 1}, {3, 3, 3}));
  RasterScene scene({two.mesh()});
  const Zlist lists(scene.view({0, 0, 1}, 30), scene.objects, scene.control);
  ZlistWalk walk(1);
  double volume = 0;
  for (std::size_t c = 0; c < lists.view().cells(); ++c) {
    const auto list = lists.list(c);
    walk.run(list,
             [&](const ZlistSegment& s) { volume += (list[s.leave].z - list[s.enter].z) * lists.view().depth_step(); });
  }
  EXPECT_NEAR(volume * lists.view().cell_area(), 1, 1e-6);
}

TEST(Zlist, IsTheSameForAnyThreads) {
  RasterScene scene({make_displaced_sphere(1, 0.3, 40, 60, 1), make_torus(1, 0.4, 40, 30)});
  const RasterView view = scene.view({1, 2, 3}, 100);
  const Zlist here(view, scene.objects, scene.control);
  tbb::task_arena(1).execute([&] {
    const Zlist one(view, scene.objects, scene.control);
    for (std::size_t c = 0; c < view.cells(); ++c) {
      ASSERT_EQ(here.list(c).size(), one.list(c).size());
      for (std::size_t k = 0; k < one.list(c).size(); ++k) {
        EXPECT_EQ(here.list(c)[k].z, one.list(c)[k].z);
        EXPECT_EQ(here.list(c)[k].face, one.list(c)[k].face);
      }
    }
  });
}

}  // namespace
}  // namespace impinge::test
