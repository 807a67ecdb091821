// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/mesh_properties.h"

namespace impinge {
namespace {

struct Solid {
  std::string name;
  std::vector<double> arguments;
  std::size_t faces;
};

void PrintTo(const Solid& solid, std::ostream* out) { *out << solid.name; }

class SolidGenerator : public testing::TestWithParam<Solid> {};

TEST_P(SolidGenerator, MakesASoundSolidOfItsFaceCount) {
  const Mesh mesh = make_generated(GetParam().name, GetParam().arguments);
  EXPECT_EQ(mesh.faces().size(), GetParam().faces);
  expect_sound_solid(mesh);
}

TEST_P(SolidGenerator, IsTheSameEveryTime) {
  EXPECT_EQ(mesh_hash(make_generated(GetParam().name, GetParam().arguments)),
            mesh_hash(make_generated(GetParam().name, GetParam().arguments)));
}

TEST_P(SolidGenerator, DoesNotInterfereWithItself) {
  Scene scene;
  scene.add("solid", make_generated(GetParam().name, GetParam().arguments));
  EXPECT_TRUE(Engine().check(scene, {.self = true}).pairs.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, SolidGenerator,
    testing::Values(Solid{"box", {1, 2, 3}, 12}, Solid{"box", {10, 10, 0.1}, 12}, Solid{"box", {1, 2, 3, 5}, 300},
                    Solid{"sphere", {1, 2, 3}, 6}, Solid{"sphere", {0.001, 7, 5}, 60}, Solid{"sphere", {1e6, 40, 41}, 3198},
                    Solid{"icosphere", {1, 0}, 20}, Solid{"icosphere", {3, 3}, 1280}, Solid{"torus", {2, 0.7}, 1024},
                    Solid{"torus", {2, 1.99, 3, 3}, 18}, Solid{"torus", {5, 0.01, 50, 4}, 400},
                    Solid{"displaced_sphere", {1}, 3968}, Solid{"displaced_sphere", {1, 0.9, 20, 40, 7}, 1520},
                    Solid{"random_mesh", {1, 0.3}, 3968}, Solid{"random_mesh", {1, 0.9, 10, 20, 3}, 360},
                    Solid{"height_field", {10, 1, 1, 1, 1}, 14}, Solid{"height_field", {10, 3, 20, 5, 0.5}, 1040},
                    Solid{"mandelbrot_field", {20, 4, 1}, 8960}, Solid{"closed_teapot", {1}, 552},
                    Solid{"closed_teapot", {123.4}, 552}, Solid{"line_convex", {1}, 44},
                    Solid{"line_convex", {10, 1000}, 1100}, Solid{"comb", {1}, 68}, Solid{"comb", {10, 3, 1000}, 1088},
                    Solid{"comb", {1, 7, 1}, 164}, Solid{"teeth", {64, 4, 0}, 570}, Solid{"teeth", {64, 24, 0}, 13010},
                    Solid{"teeth", {64, 24, 1}, 13010}, Solid{"teeth", {1, 9, 1}, 2180}));

TEST(Sphere, HasTheFaceCountsOfTheReport) {
  for (const std::uint32_t faces : {8, 10, 24, 48, 54, 80, 120, 168, 224, 360, 528, 728, 960, 3968}) {
    SCOPED_TRACE(faces);
    const Mesh mesh = make_sphere_of_faces(1, faces);
    EXPECT_EQ(mesh.faces().size(), faces);
    expect_sound_solid(mesh);
  }
}

TEST(Sphere, OfAnyOtherCountIsTheNextLarger) {
  std::size_t last = 0;
  for (std::uint32_t faces = 1; faces < 400; ++faces) {
    const std::size_t given = make_sphere_of_faces(1, faces).faces().size();
    EXPECT_GE(given, faces);
    EXPECT_GE(given, last);
    last = given;
  }
}

TEST(Sphere, LiesOnItsRadius) {
  for (const Mesh& mesh : {make_sphere(2, 31, 57), make_icosphere(2, 4)}) {
    for (const Vec3& v : mesh.vertices()) EXPECT_NEAR(v.norm(), 2, 1e-15);
  }
}

TEST(DisplacedSphere, HasTheFaceCountOfTheBenches) {
  const Mesh mesh = make_displaced_sphere(1, 0.1, 500, 1000);
  EXPECT_EQ(mesh.faces().size(), 998000U);
  EXPECT_TRUE(mesh.report().clean());
  EXPECT_TRUE(mesh.closed());
}

TEST(DisplacedSphere, IsConcave) {
  const Mesh mesh = make_displaced_sphere(1, 0.15, 32, 64);
  // A convex body would lie behind the plane of each of its faces.
  const auto v = mesh.vertices();
  bool concave = false;
  for (const Face& face : mesh.faces()) {
    const Vec3 ab = v[face[1]] - v[face[0]], ac = v[face[2]] - v[face[0]];
    const Vec3 normal(ab.y() * ac.z() - ab.z() * ac.y(), ab.z() * ac.x() - ab.x() * ac.z(),
                      ab.x() * ac.y() - ab.y() * ac.x());
    for (const Vec3& p : v) concave = concave || normal.dot(p - v[face[0]]) > 1e-6 * normal.norm();
    if (concave) break;
  }
  EXPECT_TRUE(concave);
}

TEST(Box, HasExactCorners) {
  const Mesh mesh = make_box({0.1, 0.2, 0.3}, 3);
  for (int axis = 0; axis < 3; ++axis) {
    const double half = (axis + 1) * 0.1 / 2;
    double low = 0, high = 0;
    for (const Vec3& v : mesh.vertices()) {
      low = std::min(low, v[axis]);
      high = std::max(high, v[axis]);
    }
    EXPECT_DOUBLE_EQ(high, half);
    EXPECT_EQ(low, -high);
  }
}

TEST(HeightField, KeepsTheHeightsItWasGiven) {
  const std::array<double, 6> heights = {1, 2, 3, 4, 5, 7};
  const Mesh open = make_height_field(heights, 3, 0.5);
  EXPECT_EQ(open.faces().size(), 4U);
  EXPECT_FALSE(open.closed());
  EXPECT_EQ(open.vertices()[5], Vec3(0.5, 0.25, 7));
  const Mesh solid = make_height_field(heights, 3, 0.5, 2);
  expect_sound_solid(solid);
  // Each triangle carries a prism of its mean height over the floor at -1, on a base of 0.125.
  EXPECT_NEAR(signed_volume(solid), 0.125 * (8.0 / 3 + 10.0 / 3 + 4 + 14.0 / 3 + 4), 1e-14);
  EXPECT_THROW(make_height_field(heights, 4, 0.5), Error);
}

TEST(MandelbrotField, Has8192Faces) {
  const Mesh mesh = make_mandelbrot_field(20, 4);
  EXPECT_EQ(mesh.faces().size(), 8192U);
  EXPECT_EQ(mesh.report().open_edges, 256U);
  EXPECT_EQ(mesh.report().non_manifold_edges + mesh.report().inconsistent_edges, 0U);
  double high = 0;
  for (const Vec3& v : mesh.vertices()) high = std::max(high, v.z());
  EXPECT_EQ(high, 4);  // inside the set
}

TEST(Teeth, ReachTheFaceCountOfTheJaws) {
  const Mesh mesh = make_teeth(64, 74, false);
  EXPECT_EQ(mesh.faces().size(), 114110U);
  EXPECT_TRUE(mesh.closed());
  EXPECT_TRUE(mesh.report().clean());
}

TEST(LineConvex, MeetsLinesAlongZInOneStretch) {
  // Every face looks up or down or stands upright, the upper ones above z = 0 and the lower ones below.
  const Mesh mesh = make_line_convex(1, 1000);
  for (const Face& face : mesh.faces()) {
    const auto v = mesh.vertices();
    const Vec3 ab = v[face[1]] - v[face[0]], ac = v[face[2]] - v[face[0]];
    const double up = ab.x() * ac.y() - ab.y() * ac.x();
    const double z = (v[face[0]] + v[face[1]] + v[face[2]]).z();
    if (up != 0) {
      EXPECT_GT(up * z, 0);
    }
  }
}

}  // namespace
}  // namespace impinge
