// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include "shape/make/make_teapot_patches.h"

namespace impinge {
namespace {

struct Extent {
  Vec3 low, high;
};

Extent extent_of(const Mesh& mesh) {
  Extent extent{mesh.vertices()[0], mesh.vertices()[0]};
  for (const Vec3& v : mesh.vertices()) {
    extent.low = extent.low.cwiseMin(v);
    extent.high = extent.high.cwiseMax(v);
  }
  return extent;
}

TEST(Teapot, HasThePublishedSize) {
  const auto [low, high] = extent_of(make_teapot(teapot::kHeight, 16));
  EXPECT_DOUBLE_EQ(low.z(), 0);
  EXPECT_DOUBLE_EQ(high.z(), 3.15);
  EXPECT_DOUBLE_EQ(low.x(), -3);      // back of the handle
  EXPECT_NEAR(high.x(), 3.43, 0.01);  // lip of the spout
  EXPECT_NEAR(high.y(), 2, 1e-12);    // belly
  EXPECT_DOUBLE_EQ(low.y(), -high.y());
}

TEST(Teapot, HasItsFaceCount) {
  for (const int divisions : {2, 3, 8}) {
    EXPECT_EQ(make_teapot(1, divisions).faces().size(), 64U * divisions * divisions - 8U * divisions);
  }
}

TEST(Teapot, PatchesJoinWithoutACrack) {
  // Only the edge of the lid, the rim's inner edge, both ends of the handle and of the spout are open.
  for (const int divisions : {2, 5, 8}) {
    const MeshReport report = make_teapot(1, divisions).report();
    const unsigned round_edges = 4 * divisions, tube_edges = 2 * divisions;
    EXPECT_EQ(report.open_edges, 2 * round_edges + 4 * tube_edges);
    EXPECT_EQ(report.non_manifold_edges, 0U);
    EXPECT_EQ(report.inconsistent_edges, 0U);
    EXPECT_EQ(report.degenerate_faces, 0U);
    EXPECT_EQ(report.duplicate_faces, 0U);
  }
}

TEST(Teapot, IsSymmetricAcrossItsHandle) {
  const Mesh mesh = make_teapot(1, 6);
  std::set<std::array<double, 3>> points;
  for (const Vec3& v : mesh.vertices()) points.insert({v.x(), v.y(), v.z()});
  for (const Vec3& v : mesh.vertices()) {
    // The quarters are turned, not mirrored: their points agree but for rounding.
    const auto close = points.lower_bound({v.x() - 1e-12, -10, -10});
    const bool found = std::any_of(close, points.upper_bound({v.x() + 1e-12, 10, 10}), [&](const auto& p) {
      return std::abs(p[1] + v.y()) < 1e-12 && std::abs(p[2] - v.z()) < 1e-12;
    });
    EXPECT_TRUE(found) << v.transpose();
  }
}

TEST(Teapot, LooksOutwards) {
  // Around the belly every normal points away from the axis.
  const Mesh mesh = make_teapot(teapot::kHeight, 8);
  const auto v = mesh.vertices();
  for (const Face& face : mesh.faces()) {
    const Vec3 middle = (v[face[0]] + v[face[1]] + v[face[2]]) / 3;
    const double distance = std::hypot(middle.x(), middle.y());
    if (middle.z() < 0.3 || middle.z() > 2.2 || distance < 1.5 || distance > 2) continue;
    if (std::abs(middle.y()) < 0.7) continue;  // handle and spout
    const Vec3 ab = v[face[1]] - v[face[0]], ac = v[face[2]] - v[face[0]];
    const double x = ab.y() * ac.z() - ab.z() * ac.y(), y = ab.z() * ac.x() - ab.x() * ac.z();
    EXPECT_GT(x * middle.x() + y * middle.y(), 0);
  }
}

TEST(ClosedTeapot, HasTheSizeOfTheOpenOne) {
  const auto [low, high] = extent_of(make_closed_teapot(teapot::kHeight));
  EXPECT_DOUBLE_EQ(low.z(), 0);
  EXPECT_DOUBLE_EQ(high.z(), 3.15);
  EXPECT_NEAR(low.x(), -3, 1e-9);
  EXPECT_NEAR(high.x(), 3.43, 0.05);
}

}  // namespace
}  // namespace impinge
