// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <algorithm>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

TEST(ReadObj, takesCoordinatesAsTheDoublesTheyAre) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.obj", "v 0.1 -2.5e-300 1e22\nv 0.30000000000000004 1 0\nv 3 0 -0\nf 1 2 3\n"));
  EXPECT_EQ(mesh.vertices()[0], Vec3(0.1, -2.5e-300, 1e22));
  EXPECT_EQ(mesh.vertices()[1].x(), 0.1 + 0.2);
  EXPECT_TRUE(std::signbit(mesh.vertices()[2].z()));
}

TEST(ReadObj, readsEveryFormOfCorner) {
  const TemporaryFolder folder;
  const Mesh mesh =
      load_mesh(folder.write("a.obj",
                             "mtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0 # last\n"
                             "vt 0 0\nvn 0 0 1\ng part\nusemtl red\ns off\n"
                             "f 1/1 2/1 3/1\nf 1//1 3//1 4//1\nf -4/1/1 -3/1/1 -2/1/1\nf 1/ 2/ 4/\nl 1 2\np 1\n"));
  ASSERT_EQ(mesh.faces().size(), 4u);
  EXPECT_EQ(mesh.faces()[0], (Face{0, 1, 2}));
  EXPECT_EQ(mesh.faces()[1], (Face{0, 2, 3}));
  EXPECT_EQ(mesh.faces()[2], (Face{0, 1, 2}));
  EXPECT_EQ(mesh.faces()[3], (Face{0, 1, 3}));
  EXPECT_FALSE(mesh.has_source_faces());
}

TEST(ReadObj, aConcavePolygonWasAFanWithAPhantomFace) {
  const TemporaryFolder folder;
  const std::string corners = "v 0 0 0\nv 2 1 0\nv 4 0 0\nv 2 4 0\n";
  for (const std::string& text : {corners + "f 1 2 3 4\n", "f 1 2 3 4\n" + corners}) {
    const Mesh mesh = load_mesh(folder.write("a.obj", text));
    ASSERT_EQ(mesh.faces().size(), 2u);
    for (const Face& face : mesh.faces()) EXPECT_TRUE(std::find(face.begin(), face.end(), 1u) != face.end());
  }
}

TEST(ReadObj, aPolygonThatCrossesItselfPassedWithoutAWord) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 2 0\nf 1 2 3\nf 1 2 3 4\n"));
  EXPECT_EQ(mesh.report().polygons.crossing, 1u);
  EXPECT_EQ(mesh.report().polygons.first_crossing, 1u);
  EXPECT_FALSE(mesh.report().clean());
}

TEST(ReadObj, decimalCommasWereNoNumbers) {
  const TemporaryFolder folder;
  expect_error(ErrorCode::file_format, {"a.obj", "line 2", "\"1,0\" has a decimal comma"},
               [&] { load_mesh(folder.write("a.obj", "v 0 0 0\nv 1,0 -1,5e2 0\n")); });
  expect_error(ErrorCode::file_format, {"a.obj", "line 1", "\"1,2,3\" where"},
               [&] { load_mesh(folder.write("a.obj", "v 1,2,3\nv 1 0 0\n")); });
}

TEST(ReadObj, cutsPolygonsAndKeepsTheirNumbers) {
  const TemporaryFolder folder;
  const Mesh mesh =
      load_mesh(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3\nf 1 2 3 4 5\nf 1 4 5\n"));
  ASSERT_EQ(mesh.faces().size(), 5u);
  EXPECT_EQ(mesh.faces()[1], (Face{0, 1, 2}));
  EXPECT_EQ(mesh.faces()[2], (Face{0, 2, 3}));
  EXPECT_EQ(mesh.faces()[3], (Face{0, 3, 4}));
  EXPECT_TRUE(mesh.has_source_faces());
  EXPECT_EQ(mesh.source_face(0), 0u);
  EXPECT_EQ(mesh.source_face(3), 1u);
  EXPECT_EQ(mesh.source_face(4), 2u);
}

TEST(ReadObj, keepsItsVertices) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.obj", "v 0 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 3 4\n"));
  EXPECT_EQ(mesh.vertices().size(), 5u);
}

TEST(ReadObj, joinsContinuedLines) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write(
      "a.obj", "v 0 \\\n 0 0\nv 1 0\\\r\n 0\nv 0 1 0\nf 1 2 \\\n  3\n# C:\\parts\\\nv 5 5 5\ng C:\\parts\\\nf 1 3 4"));
  EXPECT_EQ(mesh.vertices().size(), 4u);
  EXPECT_EQ(mesh.faces().size(), 2u);
}

TEST(ReadObj, readsEveryKindOfLineEnd) {
  const TemporaryFolder folder;
  for (const char* end : {"\n", "\r\n", "\r"}) {
    std::string text = "\xef\xbb\xbf# comment$v 0 0 0$v 1 0 0$$v 0 1 0$f 1 2 3";
    for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$')) text.replace(at, 1, end);
    EXPECT_EQ(load_mesh(folder.write("a.obj", text)).faces().size(), 1u);
  }
}

TEST(ReadObj, allowsFacesBeforeTheirVertices) {
  const TemporaryFolder folder;
  EXPECT_EQ(load_mesh(folder.write("a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n")).faces().size(), 1u);
}

TEST(ReadObj, namesTheLineOfWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string start = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const auto load = [&](const std::string& rest) { return [&, rest] { load_mesh(folder.write("a.obj", start + rest)); }; };
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "face 0 has 2 corners"}, load("f 1 2\nf 1 2 3\n"));
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "0 corners"}, load("f\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "line 5", "vertex 4", "3 vertices"}, load("f 1 2 3\nf 1 2 4\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "line 4", "vertex 0"}, load("f 0 1 2\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "line 4", "vertex -4"}, load("f -1 -2 -4\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "line 4", "4294967297"}, load("f 1 2 4294967297\n"));
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "\"2x\""}, load("f 1 2x 3\n"));
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "99999999999999999999"}, load("f 1 2 99999999999999999999\n"));
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "the z of a vertex"}, load("v 1 2\nf 1 2 3\n"));
  expect_error(ErrorCode::file_format, {"a.obj", "line 4", "\"abc\""}, load("v 1 abc 2\nf 1 2 3\n"));
  expect_error(ErrorCode::unsupported, {"a.obj", "line 6", "free-form"},
               load("f 1 2 3\ncstype bezier\nsurf 0 1 0 1 1 2 3\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "no faces"}, load(""));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "vertex 3"}, load("v nan 0 0\nf 1 2 3\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "vertex 3"}, load("v 0 -inf 0\nf 1 2 3\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "vertex 3"}, load("v 0 0 nan\nf 1 2 3 4\n"));
  expect_error(ErrorCode::bad_mesh, {"a.obj", "vertex 3"}, load("v inf 0 0\nf 1 2 3 4 1\n"));
}

}  // namespace
}  // namespace impinge
