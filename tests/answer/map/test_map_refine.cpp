// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Cells that are halved where it matters: each of them against a uniform raster of the finer resolution, and the numbers
// against closed forms and against uniform maps of as many cells.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

#include "answer/map/map_question.h"
#include "answer/map/map_sums.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"

namespace impinge::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Every cell of a view, halved twice all over, is the block of sixteen cells that a raster four times as fine has there. The
// lines are the same; bounds are too, but for faces that graze a cell: the finer raster may list one that the coarser cell,
// which knows better where it ends, has not.
void expect_blocks_of_a_finer_raster(const RasterView& view, std::span<const RasterObject> objects, const Control& control) {
  RefineRule everywhere;
  everywhere.levels = 2;
  everywhere.width = -1;
  const RasterView finer = view.finer(4);
  int differ = 0;
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      const MapSums halved = sum_cells(view, {column, column + 1, row, row + 1}, {}, everywhere, objects, control);
      const MapSums block = sum_cells(finer, {4 * column, 4 * column + 4, 4 * row, 4 * row + 4}, {}, {}, objects, control);
      ASSERT_EQ(halved.halved[0], 1u);
      ASSERT_EQ(halved.halved[1], 4u);
      ASSERT_EQ(halved.value * 16, block.value) << column << ' ' << row;
      ASSERT_EQ(halved.cells * 16, block.cells);
      ASSERT_EQ(halved.longest, block.longest);
      ASSERT_EQ(halved.undecided, block.undecided);
      ASSERT_GE(halved.low * 16, block.low);
      ASSERT_LE(halved.high * 16, block.high);
      ASSERT_GE(halved.cells_low * 16, block.cells_low);
      ASSERT_LE(halved.cells_high * 16, block.cells_high);
      ASSERT_GE(halved.longest_low, block.longest_low);
      ASSERT_LE(halved.longest_high, block.longest_high);
      differ += halved.low * 16 != block.low || halved.high * 16 != block.high || halved.cells_low * 16 != block.cells_low ||
                halved.cells_high * 16 != block.cells_high || halved.longest_low != block.longest_low ||
                halved.longest_high != block.longest_high;
    }
  EXPECT_LE(differ, 1);
}

TEST(MapRefine, HalvedCellsAreThoseOfAFinerRaster) {
  Dice dice(411);
  for (int i = 0; i < case_count(6, 60); ++i) {
    const bool ties = dice.chance(0.5);
    const RasterScene scene(ties ? std::vector{lattice_ball(dice, 0.5), lattice_ball(dice, 0.5)}
                                 : std::vector{random_body(dice), random_body(dice)},
                            {Pose(), ties ? Pose() : Pose::from_quaternion(dice.point(-0.7, 0.7), dice.quaternion())});
    expect_blocks_of_a_finer_raster(scene.view(ties ? Vec3(0, 0, 1) : dice.point(-1, 1), 11), scene.objects, scene.control);
  }
}

TEST(MapRefine, HalvedCellsOfOtherShapesToo) {
  const RasterScene scene({make_torus(1, 0.3, 14, 10)});
  const auto ring = make_implicit_torus(0.9, 0.35), ball = make_implicit_sphere(0.8);
  Pose beside;
  beside.position = {0.4, 0.3, 0.1};
  const RasterObject shapes[] = {{nullptr, ring.get(), {}, true}, {nullptr, ball.get(), beside, true}};
  const RasterObject mixed[] = {scene.objects[0], shapes[1]}, turned[] = {shapes[1], scene.objects[0]};
  const RasterView view = scene.view({0.2, 0.3, 1}, 9, 0.5);
  expect_blocks_of_a_finer_raster(view, shapes, scene.control);
  expect_blocks_of_a_finer_raster(view, mixed, scene.control);
  expect_blocks_of_a_finer_raster(view, turned, scene.control);
}

struct Bodies {
  const char* name;
  Mesh a, b;
  Pose at;
  Vec3 direction;
};

// A cube on its edge, sunk by h into a block: a prism of volume 2 h h, seen at an angle.
Bodies edge_in_block(double h) {
  const double half = std::sqrt(0.5);
  return {"edge", make_box({4, 4, 2}), make_box({2, 2, 2}),
          Pose::from_quaternion({0.1, 0.2, 1 + 2 * half - h}, {0, std::sin(kPi / 8), 0, std::cos(kPi / 8)}),
          Vec3(0.1, 0.2, 1)};
}

std::vector<Bodies> closed_forms() {
  Pose beside, slanted;
  beside.position = {1.2, 0, 0};
  slanted.position = {0.6, 0.4, 0.5};
  const Mesh ball = make_icosphere(1, 5), ring = make_torus(1, 0.55, 64, 48);
  return {{"lens", ball, ball, beside, {1, 0, 0}},
          {"lens aslant", ball, ball, slanted, {0, 0, 1}},
          edge_in_block(0.5),
          {"rings", ring, ring, Pose::from_quaternion({1, 0, 0}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)}), {0, 0, 1}},
          {"tilted cubes",
           make_box({2, 2, 2}),
           make_box({2, 2, 2}),
           Pose::from_quaternion({0.7, 0.3, 0.8}, {0.2, 0.3, 0.1, std::sqrt(0.86)}),
           {0, 0, 1}}};
}

InterferenceMap look(const Bodies& bodies, int resolution, int refine) {
  Scene scene;
  const ObjectId a = scene.add("a", bodies.a), b = scene.add("b", bodies.b, bodies.at);
  MapOptions options;
  options.view.resolution = resolution;
  options.refine = refine;
  options.view.direction = bodies.direction;
  return Engine().map(scene, a, b, options);
}

double width(const Bounded& x) { return x.high - x.low; }

// Both hold the truth, so that they share it.
void expect_share(const Bounded& x, const Bounded& y, const std::string& what) {
  EXPECT_LE(x.low, y.high * (1 + 1e-9)) << what;
  EXPECT_GE(x.high * (1 + 1e-9), y.low) << what;
  EXPECT_LE(x.low, x.value) << what;
  EXPECT_GE(x.high, x.value) << what;
}

TEST(MapRefine, NarrowerThanAUniformMapOfAsManyCells) {
  for (const Bodies& bodies : closed_forms())
    for (const int resolution : {64, 128}) {
      const InterferenceMap refined = look(bodies, resolution, 4);
      double cells = double(resolution) * resolution;
      for (const RefinedLevel& level : refined.refined) cells += 3 * static_cast<double>(level.cells);
      const InterferenceMap uniform = look(bodies, static_cast<int>(std::ceil(std::sqrt(cells))), 0);
      const std::string what = bodies.name + std::string(" at ") + std::to_string(resolution);
      EXPECT_FALSE(refined.refined.empty()) << what;
      EXPECT_LT(width(*refined.overlap_volume), width(*uniform.overlap_volume)) << what;
      EXPECT_LT(width(refined.projected_area), width(uniform.projected_area)) << what;
      EXPECT_LT(width(refined.max_depth), width(uniform.max_depth)) << what;
      expect_share(*refined.overlap_volume, *uniform.overlap_volume, what);
      expect_share(refined.projected_area, uniform.projected_area, what);
      expect_share(refined.max_depth, uniform.max_depth, what);
    }
}

TEST(MapRefine, HoldsClosedForms) {
  const double h = 0.5;
  for (const int refine : {0, 1, 3, 6}) {
    const InterferenceMap map = look(edge_in_block(h), 48, refine);
    const double truth = 2 * h * h;
    EXPECT_LE(map.overlap_volume->low, truth * (1 + 1e-9)) << refine;
    EXPECT_GE(map.overlap_volume->high, truth * (1 - 1e-9)) << refine;
    EXPECT_NEAR(map.overlap_volume->value, truth, 0.01 * truth) << refine;
    EXPECT_LE(map.refined.size(), static_cast<std::size_t>(refine));
    for (std::size_t i = 1; i < map.refined.size(); ++i) {
      EXPECT_EQ(map.refined[i].cell, map.refined[i - 1].cell / 2);
      EXPECT_LE(map.refined[i].cells, 4 * map.refined[i - 1].cells);
    }
  }
}

// Flush faces: only their border is halved, and the area closes in on the truth from both sides.
TEST(MapRefine, FlushFacesAreHalvedAtTheirBorder) {
  Pose flush;
  flush.position = {2, 0.5, 0};
  double before = INFINITY;
  for (const int refine : {0, 2, 4}) {
    const InterferenceMap map = look({"flush", make_box({2, 2, 2}), make_box({2, 2, 2}), flush, {1, 0, 0}}, 64, refine);
    EXPECT_LE(map.projected_area.low, 3);
    EXPECT_GE(map.projected_area.high, 3);
    EXPECT_LT(width(map.projected_area), before / 2);
    before = width(map.projected_area);
    for (const RefinedLevel& level : map.refined) EXPECT_LE(level.cells, 8.0 * 4 * 2 / level.cell);
  }
}

double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 &a = mesh.vertices()[f[0]], &b = mesh.vertices()[f[1]], &c = mesh.vertices()[f[2]];
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

struct Known {
  Bodies bodies;
  double volume;
};

// A ball in a block and one cut in half, cubes side by side and turned by an eighth, an edge in a block.
std::vector<Known> known_volumes() {
  const Mesh ball = make_icosphere(1, 3), block = make_box({4, 4, 4}), cube = make_box({2, 2, 2});
  const Pose turned = Pose::from_quaternion({0, 0, 0.7}, {0, 0, std::sin(kPi / 8), std::cos(kPi / 8)});
  Pose halfway, beside;
  halfway.position = {2, 0, 0};
  beside.position = {1, 0.5, 0.25};
  return {{{"ball in block", ball, block, {}, {}}, volume_of(ball)},
          {{"half a ball", ball, block, halfway, {}}, volume_of(ball) / 2},
          {{"cubes", cube, cube, beside, {}}, 1 * 1.5 * 1.75},
          {{"turned cubes", cube, cube, turned, {}}, 8 * (std::sqrt(2.0) - 1) * 1.3},
          {edge_in_block(0.5), 0.5}};
}

// Errors of whole cells cancel out where bodies are even; halving some of them must not undo that.
TEST(MapRefine, HalvingNeverMakesAValueWorse) {
  Dice dice(1905);
  const std::vector<int> resolutions = full_counts() ? std::vector{16, 33, 64} : std::vector{16, 33};
  for (Known& known : known_volumes())
    for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, 1, 0), Vec3(0.1, 0.2, 1), dice.point(-1, 1)}) {
      known.bodies.direction = direction;
      for (const int resolution : resolutions) {
        const InterferenceMap whole = look(known.bodies, resolution, 0);
        const double error = std::abs(whole.overlap_volume->value - known.volume);
        for (const int refine : {1, 3}) {
          const InterferenceMap halved = look(known.bodies, resolution, refine);
          const std::string what = std::string(known.bodies.name) + " at " + std::to_string(resolution);
          EXPECT_LE(std::abs(halved.overlap_volume->value - known.volume), error + 1e-9 * known.volume) << what;
          EXPECT_LE(width(*halved.overlap_volume), width(*whole.overlap_volume) * (1 + 1e-9)) << what;
          EXPECT_GE(halved.max_depth.value, std::min(whole.max_depth.value, halved.max_depth.high)) << what;
        }
      }
    }
}

TEST(MapRefine, AnyNumberOfThreadsAndRefusals) {
  const Bodies rings = closed_forms()[3];
  Scene scene;
  const ObjectId a = scene.add("a", rings.a), b = scene.add("b", rings.b, rings.at);
  MapOptions options;
  options.view.resolution = 100;
  options.refine = 3;
  EngineOptions one;
  one.threads = 1;
  const InterferenceMap alone = Engine(one).map(scene, a, b, options), many = Engine().map(scene, a, b, options);
  EXPECT_EQ(alone.overlap_volume->value, many.overlap_volume->value);
  EXPECT_EQ(alone.overlap_volume->low, many.overlap_volume->low);
  EXPECT_EQ(alone.projected_area.high, many.projected_area.high);
  EXPECT_EQ(alone.deepest_point, many.deepest_point);
  ASSERT_EQ(alone.refined.size(), many.refined.size());
  for (std::size_t i = 0; i < alone.refined.size(); ++i) EXPECT_EQ(alone.refined[i].cells, many.refined[i].cells);
  for (const int refine : {-1, 9}) {
    options.refine = refine;
    EXPECT_THROW(Engine().map(scene, a, b, options), Error) << refine;
  }
}

}  // namespace
}  // namespace impinge::test
