// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Faces that are left out and cells that are bounded together, against every face in every cell.
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "answer/columns/block_bounds.h"
#include "answer/map/face_parting.h"
#include "answer/map/map_question.h"
#include "answer/map/map_sums.h"
#include "raster/cover/cover_list.h"
#include "raster/raster_bodies.h"
#include "raster/raster_scene.h"
#include "raster/zlist/zlist.h"

namespace impinge::test {
namespace {

constexpr double kSteps = 64;  // of a cell: what bounds of a block may lose to rounding

// A ball in a hollow one, and with spikes of itself in itself: several layers, of which some are around the other body.
Mesh layered_body(Dice& dice) {
  const Mesh outer = random_body(dice);
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Face> faces(outer.faces().begin(), outer.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  const double size = dice.chance(0.5) ? 0.6 : 0.9;
  for (const Vec3& v : outer.vertices()) vertices.push_back(size * v + Vec3(0.01, 0.02, 0.03));
  const bool hollow = dice.chance(0.5);
  for (const Face& f : outer.faces())
    faces.push_back(hollow ? Face{f[0] + first, f[2] + first, f[1] + first}
                           : Face{f[0] + first, f[1] + first, f[2] + first});
  return Mesh(std::move(vertices), std::move(faces));
}

RasterScene random_pair(Dice& dice) {
  const bool layered = dice.chance(0.4), ties = !layered && dice.chance(0.4);
  std::vector<Mesh> bodies;
  for (int i = 0; i < 2; ++i)
    bodies.push_back(ties ? lattice_ball(dice, 0.5) : layered ? layered_body(dice) : random_body(dice));
  return RasterScene(bodies, {Pose(), ties ? Pose() : Pose::from_quaternion(dice.point(-0.7, 0.7), dice.quaternion())});
}

// Every face in every cell, in front of the shared depths and behind them too.
MapSums sum_of_all_faces(const RasterView& view, std::span<const RasterObject> objects, const Control& control) {
  const Zlist lists(view, objects, control);
  const CoverList covers(view, objects, INT32_MIN, INT32_MAX, control);
  BoundsWalk walk(view, objects);
  MapSums sums;
  for (int row = 0; row < view.rows(); ++row)
    for (int column = 0; column < view.columns(); ++column) {
      const auto cell = static_cast<std::size_t>(row * view.columns() + column);
      sums.add_line(view, column, row, {solid_column(lists.list(cell)), contact_error(view)}, 1);
      sums.add_bounds(walk.run({column, row, 1, 1}, covers.list(cell), lists.list(cell), {0, 0}), 1);
    }
  return sums;
}

void expect_same_lines(const MapSums& x, const MapSums& y, const std::string& what) {
  EXPECT_NEAR(x.value, y.value, 1e-9 * y.value) << what;
  EXPECT_NEAR(x.moment_z, y.moment_z, 1e-9 * std::abs(y.moment_z)) << what;
  EXPECT_EQ(x.cells, y.cells) << what;
  EXPECT_EQ(x.longest, y.longest) << what;
  EXPECT_EQ(x.undecided, y.undecided) << what;
}

TEST(MapBlocks, FacesThatAreLeftOutChangeNothing) {
  Dice dice(2201);
  for (int i = 0; i < case_count(30, 2000); ++i) {
    const RasterScene scene = random_pair(dice);
    const RasterView view = scene.view(dice.chance(0.3) ? Vec3(0, 0, 1) : dice.point(-1, 1), dice.integer(3, 40));
    const MapSums all = sum_of_all_faces(view, scene.objects, scene.control);
    const MapSums some = sum_cells(view, {0, view.columns(), 0, view.rows()}, {}, {}, scene.objects, scene.control);
    const std::string what = "case " + std::to_string(i);
    expect_same_lines(some, all, what);
    EXPECT_NEAR(some.low, all.low, 1e-9 * all.low) << what;
    EXPECT_NEAR(some.high, all.high, 1e-9 * all.high) << what;
    EXPECT_EQ(some.cells_low, all.cells_low) << what;
    EXPECT_EQ(some.cells_high, all.cells_high) << what;
    EXPECT_EQ(some.longest_low, all.longest_low) << what;
    EXPECT_EQ(some.longest_high, all.longest_high) << what;
  }
}

TEST(MapBlocks, CellsBoundedTogetherAreBoundedAsWell) {
  Dice dice(2202);
  for (int i = 0; i < case_count(30, 2000); ++i) {
    const RasterScene scene = random_pair(dice);
    const RasterView coarse = scene.view(dice.chance(0.3) ? Vec3(0, 0, 1) : dice.point(-1, 1), dice.integer(2, 9));
    const int finer = dice.integer(2, 9);
    const RasterView fine = coarse.finer(finer);
    const ViewBlocks blocks(coarse, scene.objects, scene.control);
    const MapSums all = sum_of_all_faces(fine, scene.objects, scene.control);
    const MapSums some = sum_cells(fine, {0, fine.columns(), 0, fine.rows()}, {{}, 0, coarse.columns(), finer, &blocks}, {},
                                   scene.objects, scene.control);
    const std::string what = "case " + std::to_string(i);
    const double rounding = kSteps * double(fine.cells());
    expect_same_lines(some, all, what);
    EXPECT_GE(some.low, all.low - rounding) << what;
    EXPECT_LE(some.high, all.high + rounding) << what;
    EXPECT_LE(some.low, some.high) << what;
    EXPECT_LE(some.low, all.high) << what;
    EXPECT_GE(some.high, all.low) << what;
    EXPECT_EQ(some.cells_low, all.cells_low) << what;
    EXPECT_EQ(some.cells_high, all.cells_high) << what;
    EXPECT_NEAR(double(some.longest_low), double(all.longest_low), kSteps + 8 * fine.depth_rounding()) << what;
    EXPECT_NEAR(double(some.longest_high), double(all.longest_high), kSteps + 8 * fine.depth_rounding()) << what;
    std::vector<std::uint8_t> by_sums(coarse.cells(), 0);
    sum_cells(coarse, {0, coarse.columns(), 0, coarse.rows()}, {}, {}, scene.objects, scene.control, nullptr, &by_sums);
    EXPECT_EQ(touched_cells(coarse, scene.objects, blocks, scene.control), by_sums) << what;
  }
}

// How far the far side of one body reaches beyond the near side of the other, by brute force in the plane of the view: over
// all corners of one over faces of the other, and all edges of one over edges of the other.
class Overhang {
 public:
  Overhang(const WorldObject& a, const WorldObject& b, const Vec3& direction) {
    const ViewFrame frame = ViewFrame::along(direction);
    const WorldObject* const objects[2] = {&a, &b};
    for (int o = 0; o < 2; ++o)
      for (const Face& f : objects[o]->faces) {
        Corners& face = faces_[o].emplace_back();
        for (std::size_t k = 0; k < 3; ++k) face[k] = frame.seen(objects[o]->vertex(f[k]));
      }
  }

  double most() {
    for (int o = 0; o < 2; ++o)
      for (const Corners& over : faces_[o])
        for (const Corners& under : faces_[1 - o])
          for (const Vec3& p : over) take_corner(p, under, o == 0);
    for (const Corners& x : faces_[0])
      for (const Corners& y : faces_[1])
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t k = 0; k < 3; ++k) take_edges(x[i], x[(i + 1) % 3], y[k], y[(k + 1) % 3]);
    return most_;
  }

 private:
  using Corners = std::array<Vec3, 3>;

  static double side(const Vec3& u, const Vec3& v) { return u.x() * v.y() - u.y() * v.x(); }

  void take_corner(const Vec3& p, const Corners& t, bool of_a) {
    const double area = side(t[1] - t[0], t[2] - t[0]);
    const double u = side(t[1] - p, t[2] - p) / area, v = side(t[2] - p, t[0] - p) / area, w = 1 - u - v;
    if (!(u >= 0 && v >= 0 && w >= 0)) return;
    const double under = u * t[0].z() + v * t[1].z() + w * t[2].z();
    most_ = std::max(most_, of_a ? p.z() - under : under - p.z());
  }

  void take_edges(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    const double turn = side(q - p, s - r), t = side(r - p, s - r) / turn, u = side(r - p, q - p) / turn;
    if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return;
    most_ = std::max(most_, p.z() + t * (q.z() - p.z()) - (r.z() + u * (s.z() - r.z())));
  }

  std::vector<Corners> faces_[2];
  double most_ = -INFINITY;
};

TEST(MapBlocks, TheWayThatPartsFacesIsExact) {
  Dice dice(2203);
  for (int i = 0; i < case_count(40, 2000); ++i) {
    const RasterScene scene = random_pair(dice);
    const Vec3 direction = ViewFrame::along(dice.point(-1, 1)).forward;
    const InterferenceMap map = [&] {
      Scene pair;
      const WorldObject &a = *scene.objects[0].mesh, &b = *scene.objects[1].mesh;
      std::vector<Vec3> points[2];
      for (std::uint32_t v = 0; v < a.local.size(); ++v) points[0].push_back(a.vertex(v));
      for (std::uint32_t v = 0; v < b.local.size(); ++v) points[1].push_back(b.vertex(v));
      const ObjectId first = pair.add("a", Mesh(points[0], {a.faces.begin(), a.faces.end()}));
      const ObjectId second = pair.add("b", Mesh(points[1], {b.faces.begin(), b.faces.end()}));
      MapOptions options;
      options.view.resolution = 48;
      options.view.direction = direction;
      return Engine().map(pair, first, second, options);
    }();
    if (map.verdict != Verdict::crossing) continue;
    const Parting& parting = map.partings.front();
    const double found = face_parting(*scene.objects[0].mesh, *scene.objects[1].mesh, parting.direction,
                                      parting.distance.value, scene.control);
    const double truth = Overhang(*scene.objects[0].mesh, *scene.objects[1].mesh, parting.direction).most();
    EXPECT_NEAR(found, truth, 1e-9 * (1 + std::abs(truth))) << i;
    // Layers of the one may fit between those of the other sooner.
    EXPECT_LE(parting.distance.high, truth + 1e-6) << i;
    EXPECT_LE(parting.distance.low, parting.distance.high) << i;
  }
}

}  // namespace
}  // namespace impinge::test
