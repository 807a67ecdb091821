// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The judge counts in integers. Triangles whose edges add up to the polygon and that all turn left cover every point as
// often as the polygon goes around it: once inside, never outside.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>
#include <numeric>

#include "io/mesh/cut_polygons.h"
#include "shape/polygon/ear_clipping.h"
#include "shape/polygon/random_polygons.h"
#include "support/case_count.h"

namespace impinge::io {
namespace {

using test::doubled_area;
using test::GridPoint;
using test::GridPolygon;
using test::Meeting;

/// Twice the plane of the polygon, and where in space it lies; all coordinates are integers below 2^53.
struct Embedding {
  Vec3 origin, x, y;

  Vec3 operator()(const GridPoint& p) const { return origin + static_cast<double>(p.x) * x + static_cast<double>(p.y) * y; }
};

Embedding random_embedding(test::Dice& dice) {
  const double far = dice.chance(0.5) ? 0x1p40 : 100;
  for (;;) {
    const Embedding e{(dice.point(-1, 1) * far).array().round(), dice.grid_point(-3, 3), dice.grid_point(-3, 3)};
    if (e.x.cross(e.y) != Vec3::Zero()) return e;
  }
}

MeshArrays cut(const GridPolygon& polygon, const Embedding& embedding) {
  MeshArrays arrays;
  for (const GridPoint& p : polygon) arrays.vertices.push_back(embedding(p));
  std::vector<std::uint32_t> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), 0u);
  PolygonFan(arrays, 1'000'000, "test").add(corners);
  cut_polygons(arrays, "test");
  return arrays;
}

std::int64_t area_of(const GridPolygon& polygon, const Face& face) {
  return doubled_area(polygon[face[0]], polygon[face[1]], polygon[face[2]]);
}

/// The edges of all triangles are those of the polygon, once those that are passed in both directions are left away.
void expect_boundary(const GridPolygon& polygon, const std::vector<Face>& faces) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  const auto pass = [&](std::uint32_t a, std::uint32_t b, int times) { edges[std::minmax(a, b)] += a < b ? times : -times; };
  for (const Face& f : faces) {
    pass(f[0], f[1], 1);
    pass(f[1], f[2], 1);
    pass(f[2], f[0], 1);
  }
  const auto n = static_cast<std::uint32_t>(polygon.size());
  for (std::uint32_t i = 0; i < n; ++i) pass(i, (i + 1) % n, -1);
  for (const auto& [edge, times] : edges) EXPECT_EQ(times, 0) << edge.first << " to " << edge.second;
}

/// No open triangle meets another: some side of one of them parts the two.
bool apart(const GridPolygon& p, const Face& a, const Face& b) {
  for (const auto& [f, g] : {std::pair(a, b), std::pair(b, a)}) {
    for (std::size_t i = 0; i < 3; ++i) {
      bool parted = true;
      for (const std::uint32_t c : g) parted = parted && doubled_area(p[f[i]], p[f[(i + 1) % 3]], p[c]) <= 0;
      if (parted) return true;
    }
  }
  return false;
}

void expect_covered(const GridPolygon& polygon, const MeshArrays& arrays) {
  ASSERT_EQ(arrays.faces.size(), polygon.size() - 2);
  EXPECT_EQ(arrays.polygons.crossing, 0u);
  EXPECT_EQ(arrays.polygons.bent, 0u);
  expect_boundary(polygon, arrays.faces);
  std::int64_t sum = 0;
  for (const Face& face : arrays.faces) {
    EXPECT_GT(area_of(polygon, face), 0);
    sum += area_of(polygon, face);
  }
  EXPECT_EQ(sum, doubled_area(polygon));
  for (std::size_t i = 0; i < arrays.faces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(apart(polygon, arrays.faces[i], arrays.faces[j]));
}

TEST(CutPolygons, RandomSimplePolygonsAreCoveredOnce) {
  test::Dice dice(1);
  const int n_cases = test::case_count(400, 10'000);
  for (int i = 0; i < n_cases && !testing::Test::HasFailure(); ++i) {
    const int corners = dice.integer(4, 24);
    const GridPolygon polygon = i % 3 == 0   ? test::make_untangled(dice, corners, 12)
                                : i % 3 == 1 ? test::make_star(dice, corners, 1000)
                                             : test::make_keyholes(dice, dice.integer(4, 9));
    SCOPED_TRACE(i);
    expect_covered(polygon, cut(polygon, random_embedding(dice)));
  }
}

TEST(CutPolygons, LongPolygonsAreCoveredOnce) {
  test::Dice dice(2);
  expect_covered(test::make_spiral(40), cut(test::make_spiral(40), random_embedding(dice)));
  for (int i = 0; i < 3; ++i) {
    const GridPolygon polygon = test::make_keyholes(dice, 24);
    expect_covered(polygon, cut(polygon, random_embedding(dice)));
  }
}

TEST(CutPolygons, PolygonsThatCrossThemselvesAreSaid) {
  test::Dice dice(3);
  const int n_cases = test::case_count(2000, 50'000);
  int crossing = 0;
  for (int i = 0; i < n_cases; ++i) {
    GridPolygon polygon;
    for (int corners = dice.integer(4, 9); corners > 0; --corners)
      polygon.push_back({dice.integer(-9, 9), dice.integer(-9, 9)});
    const Meeting truth = test::brute_force_meeting(polygon);
    const MeshArrays arrays = cut(polygon, random_embedding(dice));
    ASSERT_EQ(arrays.faces.size(), polygon.size() - 2);
    expect_boundary(polygon, arrays.faces);
    if (truth == Meeting::touch) continue;  // it may cross itself in a corner
    EXPECT_EQ(arrays.polygons.crossing, truth == Meeting::cross ? 1u : 0u) << "case " << i;
    EXPECT_EQ(arrays.polygons.first_crossing, truth == Meeting::cross ? 0u : PolygonReport::kNone);
    crossing += int{truth == Meeting::cross};
  }
  EXPECT_GT(crossing, n_cases / 2);
}

TEST(CutPolygons, SpikesAndRepeatedCornersHaveNoAreaOfTheirOwn) {
  const Embedding plain{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (const GridPolygon& polygon :
       {GridPolygon{{0, 0}, {4, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}, {0, 0}},
        GridPolygon{{0, 0}, {4, 0}, {7, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}},
        GridPolygon{{0, 0}, {4, 0}, {4, 4}, {2, 2}, {2, 1}, {2, 2}, {0, 4}}, GridPolygon{{0, 0}, {4, 0}, {2, 0}, {2, 0}},
        GridPolygon{{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}}) {
    const MeshArrays arrays = cut(polygon, plain);
    EXPECT_EQ(arrays.polygons.crossing, 0u);
    expect_boundary(polygon, arrays.faces);
    for (const Face& face : arrays.faces) EXPECT_GE(area_of(polygon, face), 0);
  }
}

TEST(CutPolygons, AnOutlineThatTouchesItselfIsNoCrossing) {
  const Embedding plain{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  // A notch whose tip touches the edge opposite, two triangles joined by a corner, a hole that hangs on an edge.
  for (const GridPolygon& polygon : {GridPolygon{{0, 0}, {8, 0}, {8, 4}, {4, 0}, {0, 4}},
                                     GridPolygon{{-2, 1}, {-1, -1}, {1, -3}, {3, 0}, {-1, -1}, {-1, -1}, {-1, 0}},
                                     GridPolygon{{0, 0}, {4, 0}, {3, 2}, {5, 2}, {4, 0}, {8, 0}, {8, 4}, {0, 4}}}) {
    const MeshArrays arrays = cut(polygon, plain);
    EXPECT_EQ(arrays.polygons.crossing, 0u);
    expect_boundary(polygon, arrays.faces);
    for (const Face& face : arrays.faces) EXPECT_GE(area_of(polygon, face), 0);
  }
}

TEST(CutPolygons, TinyHugeAndNearlyFlatPolygonsAreCutRight) {
  const GridPolygon arrow = {{0, 0}, {4, 4}, {0, 2}, {-4, 4}};
  for (const Embedding& embedding :
       {Embedding{{0, 0, 0}, {1e-200, 0, 0}, {0, 0, 1e-200}}, Embedding{{0, 0, 0}, {0, 1e300, 0}, {0, 0, 1e300}},
        Embedding{{0, 0, 0}, {1e300, 0, 0}, {1e300, 0, 0x1p-1074}},
        Embedding{{0x1p52, 0x1p52, -0x1p52}, {1, -1, 0}, {0, 1, -1}}}) {
    const MeshArrays arrays = cut(arrow, embedding);
    EXPECT_EQ(arrays.polygons.crossing, 0u);
    EXPECT_GT(area_of(arrow, arrays.faces[0]), 0);
    EXPECT_GT(area_of(arrow, arrays.faces[1]), 0);
  }
}

TEST(CutPolygons, WhatIsNotPlanarIsSaidWithHowMuch) {
  MeshArrays arrays;
  arrays.vertices = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0.4}, {0, 10, 0}, {10, 0, 1e-5}};
  PolygonFan fan(arrays, 1000, "test");
  fan.add_triangle(0, 1, 2);
  fan.add(std::array{0u, 4u, 1u, 3u});  // off by what rounding makes
  fan.add(std::array{0u, 1u, 2u, 3u});
  cut_polygons(arrays, "test");
  EXPECT_EQ(arrays.polygons.bent, 1u);
  EXPECT_EQ(arrays.polygons.first_bent, 2u);
  EXPECT_NEAR(arrays.polygons.off_plane, 0.1, 0.001);
}

TEST(CutPolygons, ConvexPolygonsStayFansInFileOrder) {
  const GridPolygon octagon = {{2, 0}, {4, 0}, {6, 2}, {6, 4}, {4, 6}, {2, 6}, {0, 4}, {0, 2}};
  const MeshArrays arrays = cut(octagon, {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}});
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(arrays.faces[i], (Face{0, i + 1, i + 2}));
}

TEST(CutPolygons, AnEightWithoutAreaWasSeenFromTheEdge) {
  // Its two halves cancel, so that no normal says where to look from; the plane stands upright and z is its shortest extent.
  const MeshArrays eight = cut({{-4, -1}, {4, 1}, {4, -1}, {-4, 1}}, {{0, 0, 0}, {3, 1, 0}, {0, 0, 1}});
  EXPECT_EQ(eight.polygons.crossing, 1u);
}

TEST(CutPolygons, APentagramIsNoConvexPolygon) {
  const MeshArrays arrays = cut({{0, 10}, {-6, -8}, {9, 3}, {-9, 3}, {6, -8}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(arrays.polygons.crossing, 1u);
}

}  // namespace
}  // namespace impinge::io
