// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <limits>

namespace impinge {
namespace {

std::vector<Vec3> tetrahedron_vertices() { return {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}; }
std::vector<Face> tetrahedron_faces() { return {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}; }

ErrorCode code_of(std::vector<Vec3> vertices, std::vector<Face> faces, std::string& message) {
  try {
    Mesh(std::move(vertices), std::move(faces), "part.stl");
  } catch (const Error& e) {
    message = e.what();
    return e.code();
  }
  return ErrorCode::cancelled;
}

TEST(Doctor, ACleanSolidHasNoFindings) {
  const Mesh m(tetrahedron_vertices(), tetrahedron_faces());
  EXPECT_TRUE(m.closed());
  EXPECT_TRUE(m.report().clean());
  EXPECT_EQ(m.report().components, 1u);
}

TEST(Doctor, FatalFindingsNameFileAndPlace) {
  std::string message;
  auto vertices = tetrahedron_vertices();
  vertices[2].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code_of(vertices, tetrahedron_faces(), message), ErrorCode::bad_mesh);
  EXPECT_NE(message.find("part.stl"), std::string::npos);
  EXPECT_NE(message.find("vertex 2"), std::string::npos);
  vertices[2].y() = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(code_of(vertices, tetrahedron_faces(), message), ErrorCode::bad_mesh);
  auto faces = tetrahedron_faces();
  faces[3][1] = 4;
  EXPECT_EQ(code_of(tetrahedron_vertices(), faces, message), ErrorCode::bad_mesh);
  EXPECT_NE(message.find("face 3"), std::string::npos);
  EXPECT_NE(message.find("vertex 4"), std::string::npos);
  EXPECT_EQ(code_of(tetrahedron_vertices(), {}, message), ErrorCode::bad_mesh);
}

TEST(Doctor, OpenEdges) {
  auto faces = tetrahedron_faces();
  faces.pop_back();
  const Mesh m(tetrahedron_vertices(), faces);
  EXPECT_FALSE(m.closed());
  EXPECT_EQ(m.report().open_edges, 3u);
  EXPECT_EQ(m.report().first_open_face, 0u);
}

TEST(Doctor, InconsistentOrientationCountsAsOpen) {
  auto faces = tetrahedron_faces();
  std::swap(faces[2][0], faces[2][1]);
  const Mesh m(tetrahedron_vertices(), faces);
  EXPECT_FALSE(m.closed());
  EXPECT_EQ(m.report().open_edges, 0u);
  EXPECT_EQ(m.report().inconsistent_edges, 3u);
}

TEST(Doctor, DegenerateAndDuplicateFaces) {
  auto vertices = tetrahedron_vertices();
  vertices.emplace_back(0.5, 0, 0);
  auto faces = tetrahedron_faces();
  faces.push_back({0, 4, 1});  // collinear
  faces.push_back({2, 2, 3});  // repeats a corner
  faces.push_back({3, 1, 0});  // face 1 again
  faces.push_back({0, 1, 2});  // face 0 the other way round
  const Mesh m(vertices, faces);
  EXPECT_EQ(m.report().degenerate_faces, 2u);
  EXPECT_EQ(m.report().first_degenerate_face, 4u);
  EXPECT_EQ(m.report().duplicate_faces, 2u);
  EXPECT_EQ(m.report().first_duplicate_face, 6u);
}

TEST(Doctor, EdgesAreToldByPosition) {
  // A soup: three corners for each face, as in an STL that was not welded.
  const auto v = tetrahedron_vertices();
  std::vector<Vec3> soup;
  std::vector<Face> faces;
  for (const Face& f : tetrahedron_faces()) {
    const auto n = static_cast<std::uint32_t>(soup.size());
    for (const auto i : f) soup.push_back(v[i]);
    faces.push_back({n, n + 1, n + 2});
  }
  soup[0].x() = -0.0;  // equal to 0
  const Mesh m(soup, faces);
  EXPECT_TRUE(m.closed());
  EXPECT_EQ(m.report().components, 1u);
}

TEST(Doctor, SolidsThatShareAnEdgeAreClosedAndNonManifold) {
  // Two boxes of one mesh with a common edge: four faces at it, two in each direction.
  const Mesh box = make_box(Vec3(1, 1, 1));
  std::vector<Vec3> vertices(box.vertices().begin(), box.vertices().end());
  std::vector<Face> faces(box.faces().begin(), box.faces().end());
  for (const Vec3& p : box.vertices()) vertices.emplace_back(p + Vec3(1, 1, 0));
  for (const Face& f : box.faces()) faces.push_back({f[0] + 8, f[1] + 8, f[2] + 8});
  const Mesh m(vertices, faces);
  EXPECT_TRUE(m.closed());
  EXPECT_EQ(m.report().non_manifold_edges, 1u);
  EXPECT_EQ(m.report().components, 1u);
}

TEST(Doctor, NearlyFlatIsNotDegenerate) {
  const Mesh m({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0x1p-1074, 0)}, {{0, 1, 2}});
  EXPECT_EQ(m.report().degenerate_faces, 0u);
}

TEST(Doctor, BorrowedArraysAreNotCopied) {
  const auto vertices = tetrahedron_vertices();
  const auto faces = tetrahedron_faces();
  const Mesh m = Mesh::borrow(vertices, faces);
  EXPECT_EQ(m.vertices().data(), vertices.data());
  EXPECT_EQ(m.faces().data(), faces.data());
}

}  // namespace
}  // namespace impinge
