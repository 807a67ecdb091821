// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <Eigen/LU>

#include <cmath>
#include <fstream>
#include <iterator>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

Mesh moved_box(const Vec3& size, const Vec3& by) {
  const Mesh box = make_box(size);
  std::vector<Vec3> vertices;
  for (const Vec3& v : box.vertices()) vertices.push_back(v + by);
  return {std::move(vertices), {box.faces().begin(), box.faces().end()}};
}

/// Two boxes whose coordinates are no floats, the second far away.
std::vector<MeshPart> two_parts() {
  return {{"plate & pin", moved_box({1, 2, 3}, {0.1, 0.2, 0.3})}, {"pin & lid", moved_box({1, 1, 1}, {1e4, 0, 1.0 / 3})}};
}

double volume(const Mesh& mesh) {
  const Vec3 origin = mesh.vertices()[0];
  double sum = 0;
  for (const Face& f : mesh.faces()) {
    Eigen::Matrix3d corners;
    for (int k = 0; k < 3; ++k) corners.col(k) = mesh.vertices()[f[static_cast<std::size_t>(k)]] - origin;
    sum += corners.determinant() / 6;
  }
  return sum;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(WriteParts, joinsThemInEveryFormat) {
  const TemporaryFolder folder;
  const std::vector<MeshPart> parts = two_parts();
  for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off", "a.glb", "a.gltf", "a.GLB"}) {
    write_parts(parts, folder.path() / name);
    const Mesh all = load_mesh(folder.path() / name);
    EXPECT_EQ(all.faces().size(), 24u) << name;
    EXPECT_TRUE(all.closed()) << name;
    EXPECT_EQ(all.report().components, 2u) << name;
    // Floats near 1e4 are good to a thousandth.
    EXPECT_NEAR(volume(all), 7, name == std::string("a.stl") ? 0.02 : 1e-5) << name;
  }
}

TEST(WriteParts, nodesOfGltfKeepNamesAndPlaces) {
  const TemporaryFolder folder;
  const std::vector<MeshPart> parts = two_parts();
  for (const char* name : {"a.glb", "a.gltf"}) {
    write_parts(parts, folder.path() / name);
    const std::vector<MeshPart> again = load_parts(folder.path() / name);
    ASSERT_EQ(again.size(), 2u) << name;
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(again[i].name, parts[i].name) << name;
      ASSERT_EQ(again[i].mesh.vertices().size(), 8u) << name;
      for (const Face& face : again[i].mesh.faces())
        for (const std::uint32_t v : face) {
          double nearest = 1;
          for (const Vec3& w : parts[i].mesh.vertices())
            nearest = std::min(nearest, (again[i].mesh.vertices()[v] - w).norm());
          EXPECT_LT(nearest, 1e-6) << name << ": a node's middle takes up how far away it is";
        }
    }
  }
}

TEST(WriteParts, gltfIsInMetres) {
  const TemporaryFolder folder;
  write_mesh(make_box({2, 2, 2}), folder.path() / "inches.glb", "in");
  const Mesh again = load_mesh(folder.path() / "inches.glb", {.units = "mm"});
  EXPECT_NEAR(std::cbrt(volume(again)), 2 * 25.4, 1e-5);
  expect_error(ErrorCode::bad_argument, {"furlong"}, [&] {
    write_mesh(make_box({2, 2, 2}), folder.path() / "x.glb", "furlong");
  });
}

TEST(WriteParts, objectsOfObjAreNamedOnOneLine) {
  const TemporaryFolder folder;
  std::vector<MeshPart> parts = two_parts();
  parts[1].name = "two\nlines";
  write_parts(parts, folder.path() / "a.obj");
  const std::string text = text_of(folder.path() / "a.obj");
  EXPECT_NE(text.find("o plate & pin\n"), std::string::npos);
  EXPECT_NE(text.find("o two_lines\n"), std::string::npos);
  write_mesh(parts[0].mesh, folder.path() / "b.obj");
  EXPECT_EQ(text_of(folder.path() / "b.obj").find("o "), std::string::npos);
}

TEST(WriteParts, leavesNothingHalfWritten) {
  const TemporaryFolder folder;
  const auto file = folder.write("kept.stl", "as it was");
  const Mesh large({{0, 0, 0}, {1, 0, 0}, {0, 1e300, 0}}, {{0, 1, 2}});
  expect_error(ErrorCode::bad_argument, {"kept.stl", "too large"}, [&] { write_mesh(large, file); });
  EXPECT_EQ(text_of(file), "as it was");
  expect_error(ErrorCode::bad_argument, {"new.glb", "too large"}, [&] { write_mesh(large, folder.path() / "new.glb"); });
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 1u);
  write_mesh(make_box({1, 1, 1}), file);
  EXPECT_EQ(std::filesystem::file_size(file), 84 + 50 * 12u);
}

}  // namespace
}  // namespace impinge
