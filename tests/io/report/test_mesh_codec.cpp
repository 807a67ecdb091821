// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/mesh_codec.h"

#include <gtest/gtest.h>
#include <impinge/shapes.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace impinge::io {
namespace {

/// Reads a mesh back as the page does, written apart from the writer.
GridMesh decode(const EncodedMesh& encoded) {
  GridMesh mesh;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(encoded.bytes.at(i)); };
  std::size_t symbol = 0, reference = encoded.symbols;
  const std::size_t planes = encoded.symbols + encoded.references;
  GridMesh::Point last{};
  const auto add = [&](GridMesh::Point expected) {
    const std::size_t at = mesh.points.size();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t low = planes + 2 * k * encoded.points + at;
      const int code = byte(low) | byte(low + encoded.points) << 8;
      expected[k] = static_cast<std::uint16_t>(expected[k] + (code & 1 ? -(code + 1) / 2 : code / 2));
    }
    mesh.points.push_back(last = expected);
    return static_cast<std::uint32_t>(at);
  };
  const auto referred = [&] {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t part = byte(reference++);
      value |= static_cast<std::uint32_t>(part & 127) << shift;
      if (part < 128) return static_cast<std::uint32_t>(mesh.points.size()) - 1 - value;
    }
  };
  const auto cross = [&](std::uint32_t u, std::uint32_t v, std::uint32_t w) {
    const int code = byte(symbol++);
    if (code == 1) return;
    std::uint32_t next = 0;
    if (code == 0) {
      GridMesh::Point expected;
      for (std::size_t k = 0; k < 3; ++k)
        expected[k] = static_cast<std::uint16_t>(mesh.points[u][k] + mesh.points[v][k] - mesh.points[w][k]);
      next = add(expected);
    } else if (code == 255) {
      next = referred();
    } else {
      const int away = code - 2;
      next = static_cast<std::uint32_t>(static_cast<int>(std::max(u, v)) + (away & 1 ? -(away + 1) / 2 : away / 2));
    }
    mesh.faces.push_back({v, u, next});
  };
  for (std::size_t at = 0; at < encoded.faces; ++at) {
    const bool seed = at == mesh.faces.size();
    if (seed) {
      Face face;
      for (std::uint32_t& corner : face) corner = byte(symbol++) == 0 ? add(last) : referred();
      mesh.faces.push_back(face);
    }
    const Face face = mesh.faces[at];
    if (seed) cross(face[0], face[1], face[2]);
    cross(face[1], face[2], face[0]);
    cross(face[2], face[0], face[1]);
  }
  return mesh;
}

using Corners = std::array<GridMesh::Point, 3>;

/// The faces by their points, each turned so that its least corner is first, sorted: what a picture shows.
std::vector<Corners> shown(const GridMesh& mesh) {
  std::vector<Corners> faces;
  for (const Face& face : mesh.faces) {
    Corners corners = {mesh.points.at(face[0]), mesh.points.at(face[1]), mesh.points.at(face[2])};
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    faces.push_back(corners);
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

void expect_same(const GridMesh& mesh) {
  const EncodedMesh encoded = encode(mesh);
  ASSERT_EQ(encoded.faces, mesh.faces.size());
  EXPECT_EQ(shown(decode(encoded)), shown(mesh));
}

double packed_bytes_a_face(const Mesh& mesh) {
  const EncodedMesh encoded = encode(to_grid(mesh.vertices(), mesh.faces()));
  std::string packed(compressBound(encoded.bytes.size()), '\0');
  uLongf size = packed.size();
  EXPECT_EQ(compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(encoded.bytes.data()),
                      encoded.bytes.size(), Z_BEST_SPEED),
            Z_OK);
  // As text: four characters for three bytes.
  return 4.0 / 3.0 * static_cast<double>(size) / static_cast<double>(mesh.faces().size());
}

TEST(MeshCodec, givesShapesBack) {
  for (const Mesh& mesh : {make_box({1, 2, 3}), make_sphere(5, 40, 40), make_torus(8, 2, 60, 30)})
    expect_same(to_grid(mesh.vertices(), mesh.faces()));
}

TEST(MeshCodec, givesAnyFacesBack) {
  // Soups with shared, doubled, turned and degenerate faces, of few and many points.
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points(1 + random() % 40);
    for (Vec3& point : points)
      point = Vec3(static_cast<int>(random() % 9), static_cast<int>(random() % 9), static_cast<int>(random() % 9));
    std::vector<Face> faces(random() % 120);
    for (Face& face : faces)
      for (std::uint32_t& corner : face) corner = static_cast<std::uint32_t>(random() % points.size());
    expect_same(to_grid(points, faces, 1 + static_cast<int>(random() % 16)));
  }
}

TEST(MeshCodec, aFanAroundOnePointIsQuick) {
  const std::uint32_t sides = 60000;
  std::vector<Vec3> points = {Vec3::Zero()};
  std::vector<Face> faces;
  for (std::uint32_t i = 0; i < sides; ++i) points.emplace_back(i % 250, i / 250, 1);
  for (std::uint32_t i = 1; i + 1 < sides; ++i) faces.push_back({0, i, i + 1});
  expect_same(to_grid(points, faces));
}

TEST(MeshCodec, pointsKeepTheirOrder) {
  const std::vector<Vec3> points = {{1, 2, 3}, {1, 2, 3}, {-4, 0, 9}, {100, -50, 0}};
  const GridMesh grid = points_to_grid(points);
  ASSERT_EQ(grid.points.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(grid.low[k] + grid.step * grid.points[i][static_cast<std::size_t>(k)], points[i][k], grid.step);
  EXPECT_EQ(encode_points(grid).bytes.size(), 6 * points.size());
}

TEST(MeshCodec, farAndHugeAndFlatMeshesStayFinite) {
  for (const double scale : {1e-300, 1.0, 1e12, 1.7e308}) {
    const std::vector<Vec3> points = {{-scale, 0, 0}, {scale, 0, 0}, {0, scale, 0}};
    const GridMesh grid = to_grid(points, std::vector<Face>{{0, 1, 2}});
    EXPECT_TRUE(std::isfinite(grid.step) && grid.step > 0) << scale;
    EXPECT_EQ(grid.faces.size(), 1u) << scale;
  }
  const std::vector<Vec3> same(3, Vec3(7, 7, 7));
  EXPECT_TRUE(to_grid(same, std::vector<Face>{{0, 1, 2}}).faces.empty());
}

TEST(MeshCodec, takesAtMostEightBytesAFace) {
  EXPECT_LT(packed_bytes_a_face(make_sphere(5, 200, 200)), 8);
  EXPECT_LT(packed_bytes_a_face(make_torus(8, 2, 400, 200)), 8);
}

}  // namespace
}  // namespace impinge::io
