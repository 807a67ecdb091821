// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Intervals of the volume against bodies whose volume is known by other means: a body in a box is its own overlap.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "answer/map/map_question.h"
#include "base/triangle.h"
#include "raster/raster_bodies.h"

namespace impinge::test {
namespace {

double volume_of(const Mesh& mesh) {
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    const Vec3 &a = mesh.vertices()[f[0]], &b = mesh.vertices()[f[1]], &c = mesh.vertices()[f[2]];
    sum += a.dot(cross(b, c)) / 6;
  }
  return sum;
}

InterferenceMap look(const Mesh& a, const Mesh& b, const Pose& at, const Vec3& direction, int resolution) {
  Scene scene;
  const ObjectId first = scene.add("a", a), second = scene.add("b", b, at);
  MapOptions options;
  options.view.resolution = resolution;
  options.view.direction = direction;
  return Engine().map(scene, first, second, options);
}

void expect_holds(const Bounded& x, double truth, const std::string& what) {
  EXPECT_LE(x.low, truth * (1 + 1e-9)) << what;
  EXPECT_GE(x.high, truth * (1 - 1e-9)) << what;
  EXPECT_LE(x.low, x.value) << what;
  EXPECT_GE(x.high, x.value) << what;
}

// Surfaces at any angle to the lines, with long and with tiny faces, on the lattice of the cells and off it.
TEST(MapBounds, ABodyInABoxIsItsOwnOverlap) {
  Dice dice(77);
  for (int i = 0; i < case_count(40, 1000); ++i) {
    const bool ties = dice.chance(0.3);
    const Mesh body = ties ? make_box(Vec3(dice.integer(1, 4), dice.integer(1, 4), dice.integer(1, 4)), dice.integer(1, 4))
                           : random_body(dice);
    const Pose at = ties ? Pose() : Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    const int resolution = dice.integer(1, 80);
    const InterferenceMap map = look(make_box({16, 16, 16}), body, at, ties ? Vec3(0, 0, 1) : dice.point(-1, 1), resolution);
    expect_holds(*map.overlap_volume, volume_of(body), "case " + std::to_string(i));
  }
}

// Seen along any direction and as finely as you like, an overlap is the same.
TEST(MapBounds, IntervalsOfAllViewsShareTheTruth) {
  Dice dice(78);
  for (int i = 0; i < case_count(15, 300); ++i) {
    const Mesh a = random_body(dice), b = random_body(dice);
    const Pose at = Pose::from_quaternion(dice.point(-0.7, 0.7), dice.quaternion());
    double low = 0, high = INFINITY;
    for (const int resolution : {5, 30, 90, 30}) {
      const Bounded volume = *look(a, b, at, dice.point(-1, 1), resolution).overlap_volume;
      low = std::max(low, volume.low);
      high = std::min(high, volume.high);
    }
    EXPECT_LE(low, high * (1 + 1e-9)) << "case " << i;
  }
}

// Where a body overlaps itself its winding number is 2; the space counts once.
TEST(MapBounds, BodiesThatOverlapThemselvesCountOnce) {
  Soup twice = box_soup({-1, -1, -1}, {1, 1, 1});
  twice.append(box_soup({0, 0, 0}, {2, 2, 2}));
  for (const Vec3& direction : {Vec3(0, 0, 1), Vec3(0.3, 0.5, 1)})
    expect_holds(*look(make_box({16, 16, 16}), twice.mesh(), {}, direction, 40).overlap_volume, 15, "union");
}

// Linked rings: no closed form, but an interval as narrow as those of the closed forms, which a finer one shares.
TEST(MapBounds, LinkedRings) {
  const Mesh ring = make_torus(1, 0.55, 96, 64);
  const Pose upright = Pose::from_quaternion({1, 0, 0}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)});
  const int resolution = std::max(kResolution, 192);  // with fewer lines most cells are at the border
  const Bounded volume = *look(ring, ring, upright, {0, 0, 1}, resolution).overlap_volume;
  EXPECT_LE(volume.high - volume.low, kWidth * volume.value);
  const Bounded other = *look(ring, ring, upright, {1, 0.2, 0.1}, 2 * resolution).overlap_volume;
  EXPECT_LE(std::max(volume.low, other.low), std::min(volume.high, other.high));
}

// Few lines, or none, meet the lens of two spheres that hardly overlap: what may be between them is in the interval.
TEST(MapBounds, ShapesThatLinesHardlySee) {
  for (const double apart : {1.9, 1.9999, 1.999999})
    for (const int resolution : {1, 8, 9, 64})
      for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 2, 3)}) {
        Scene scene;
        const ObjectId a = scene.add("a", make_implicit_sphere(1)),
                       b = scene.add("b", make_implicit_sphere(1), {.position = {apart, 0, 0}});
        const InterferenceMap map = Engine().map(scene, a, b, {.view = {.resolution = resolution, .direction = direction}});
        const double lens = std::acos(-1.0) * (4 + apart) * (2 - apart) * (2 - apart) / 12;
        EXPECT_LE(map.overlap_volume->low, lens) << apart << ' ' << resolution;
        EXPECT_GE(map.overlap_volume->high, lens) << apart << ' ' << resolution;
        EXPECT_GE(map.max_depth.high, 2 - apart) << apart << ' ' << resolution;
      }
}

// Spheres by their equation, as a spline and as a mesh: the lens of two of them a radius apart.
TEST(MapBounds, SpheresOfEveryKind) {
  const LineShapePtr implicit = make_implicit_sphere(1), spline = make_nurbs({make_nurbs_sphere(1)});
  const double lens = 5 * std::acos(-1.0) / 12;
  const auto judge = [&](const auto& a, const auto& b, double faceting, const char* what) {
    Scene scene;
    const ObjectId first = scene.add("a", a), second = scene.add("b", b, {.position = {0, 0, 1}});
    const Bounded volume = *Engine().map(scene, first, second, {.view = {.resolution = kResolution}}).overlap_volume;
    EXPECT_LE(volume.low, lens) << what;
    EXPECT_GE(volume.high, lens * (1 - faceting)) << what;
    EXPECT_LE(volume.high - volume.low, kWidth * lens) << what;
  };
  judge(implicit, implicit, 0, "implicit");
  judge(spline, implicit, 0, "spline and implicit");
  judge(implicit, make_icosphere(1, 6), 0.002, "implicit and mesh");
}

// A ball that loses the far crossing of some lines.
class TornBall : public LineShape {
 public:
  std::array<Vec3, 2> bounds() const override { return ball_->bounds(); }
  void crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const override {
    const std::size_t before = out.size();
    ball_->crossings(origin, direction, out);
    if (origin.x() > 0 && out.size() > before) out.resize(before + 1);
  }

 private:
  LineShapePtr ball_ = make_implicit_sphere(1);
};

TEST(MapBounds, LinesThatDoNotPairUpAreUndecidedAndCounted) {
  Scene scene;
  const ObjectId a = scene.add("a", std::make_shared<TornBall>()), b = scene.add("b", make_box({4, 4, 1}));
  MapOptions options;
  options.view.resolution = 50;
  options.view.direction = Vec3(0, 0, 1);
  const InterferenceMap map = Engine().map(scene, a, b, options);
  std::uint64_t torn = 0;
  for (int row = 0; row < map.rows; ++row)
    for (int column = 0; column < map.columns; ++column) {
      const double x = map.origin.x() + (column + 0.5) * map.cell, y = map.origin.y() + (row + 0.5) * map.cell;
      torn += x > 0 && x * x + y * y < 1;
    }
  EXPECT_GT(torn, 0u);
  EXPECT_EQ(map.undecided_cells, torn);
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(map.cells.begin(), map.cells.end(), MapCell::undecided)), torn);
}

}  // namespace
}  // namespace impinge::test
