// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <cstring>
#include <random>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

/// Doubles of every size, so that a digit lost on the way shows.
Mesh random_mesh(bool as_floats) {
  std::mt19937_64 random(7);
  std::vector<Vec3> vertices;
  for (int i = 0; i < 300; ++i) {
    Vec3 point;
    for (double& value : point) {
      value = std::ldexp(static_cast<double>(random()) - 0x1p63,
                         static_cast<int>(random() % (as_floats ? 60 : 600)) - (as_floats ? 90 : 250));
      if (as_floats) value = static_cast<float>(value);
    }
    vertices.push_back(point);
  }
  vertices[5] = {-0.0, 0x1p-1074, 0x1.fffffffffffffp+1023};
  if (as_floats) vertices[5] = {1, 2, 3};
  std::vector<Face> faces;
  for (std::uint32_t i = 0; i + 2 < vertices.size(); ++i) faces.push_back({i, i + 1, i + 2});
  return Mesh(vertices, faces);
}

TEST(WriteMesh, givesEveryBitBack) {
  const TemporaryFolder folder;
  const Mesh mesh = random_mesh(false);
  for (const char* name : {"a.obj", "a.ply", "a.off", "a.PLY"}) {
    write_mesh(mesh, folder.path() / name);
    const Mesh again = load_mesh(folder.path() / name);
    ASSERT_EQ(again.vertices().size(), mesh.vertices().size()) << name;
    ASSERT_EQ(again.faces().size(), mesh.faces().size()) << name;
    EXPECT_EQ(std::memcmp(again.vertices().data(), mesh.vertices().data(), mesh.vertices().size_bytes()), 0) << name;
    EXPECT_EQ(std::memcmp(again.faces().data(), mesh.faces().data(), mesh.faces().size_bytes()), 0) << name;
  }
}

TEST(WriteMesh, givesFloatsBackThroughStl) {
  const TemporaryFolder folder;
  const Mesh mesh = random_mesh(true);
  write_mesh(mesh, folder.path() / "a.stl");
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "a.stl"), 84 + 50 * mesh.faces().size());
  const Mesh again = load_mesh(folder.path() / "a.stl");
  ASSERT_EQ(again.faces().size(), mesh.faces().size());
  EXPECT_EQ(again.vertices().size(), mesh.vertices().size());
  for (std::size_t i = 0; i < mesh.faces().size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(again.vertices()[again.faces()[i][k]], mesh.vertices()[mesh.faces()[i][k]]);
    }
  }
}

TEST(WriteMesh, refusesWhatItCannotDo) {
  const TemporaryFolder folder;
  const Mesh mesh = random_mesh(false);
  expect_error(ErrorCode::bad_argument, {"a.xyz", ".ply"}, [&] { write_mesh(mesh, folder.path() / "a.xyz"); });
  expect_error(ErrorCode::bad_argument, {"a.glb"}, [&] { write_mesh(mesh, folder.path() / "a.glb"); });
  expect_error(ErrorCode::bad_argument, {"a.stl", "too large"}, [&] { write_mesh(mesh, folder.path() / "a.stl"); });
  expect_error(ErrorCode::write_failed, {"a.ply"}, [&] { write_mesh(mesh, folder.path() / "no such folder" / "a.ply"); });
}

TEST(Formats, areWrittenAndReadAsTheListSays) {
  const TemporaryFolder folder;
  const Mesh box = make_box({1, 2, 3});
  std::size_t count = 0;
  for (const FormatInfo& format : formats()) {
    for (const std::string_view ending : format.endings) {
      ++count;
      const auto file = folder.path() / ("a" + std::string(ending));
      const auto write = [&] { format.name == "octree" ? write_octree(make_octree(box), file) : write_mesh(box, file); };
      if (!format.writes) {
        expect_error(ErrorCode::bad_argument, {std::string(ending)}, write);
        continue;
      }
      write();
      EXPECT_FALSE(load_mesh(file).faces().empty()) << ending;
    }
  }
  EXPECT_EQ(count, 15u);
}

}  // namespace
}  // namespace impinge
