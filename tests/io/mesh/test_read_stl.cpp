// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <limits>

#include "io/byte_string.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::ByteString;
using test::expect_error;
using test::TemporaryFolder;

using Corner = std::array<float, 3>;

std::string binary_stl(const std::vector<std::array<Corner, 3>>& faces, std::string header = "made by a test") {
  header.resize(80, ' ');
  ByteString bytes;
  bytes.text(header).put(static_cast<std::uint32_t>(faces.size()));
  for (const auto& face : faces) {
    for (int i = 0; i < 3; ++i) bytes.put(0.0f);
    for (const Corner& corner : face) {
      for (float value : corner) bytes.put(value);
    }
    bytes.put(std::uint16_t{0});
  }
  return bytes.str();
}

const std::vector<std::array<Corner, 3>> kTetrahedron = {{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
                                                         {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
                                                         {{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}},
                                                         {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

TEST(ReadStl, weldsIdenticalCornersOfBinaryFiles) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("tetrahedron.stl", binary_stl(kTetrahedron)));
  EXPECT_EQ(mesh.vertices().size(), 4u);
  EXPECT_EQ(mesh.faces().size(), 4u);
  EXPECT_TRUE(mesh.closed());
  EXPECT_FALSE(mesh.has_source_faces());
  EXPECT_EQ(mesh.faces()[0], (Face{0, 1, 2}));
}

TEST(ReadStl, weldsMinusZeroWithZero) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(
      folder.write("a.stl", binary_stl({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{-0.0f, 0, -0.0f}, {0, 1, 0}, {0, 0, 1}}}})));
  EXPECT_EQ(mesh.vertices().size(), 4u);
}

TEST(ReadStl, readsBinaryFilesThatBeginWithSolid) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.STL", binary_stl(kTetrahedron, "solid but binary")));
  EXPECT_EQ(mesh.faces().size(), 4u);
}

TEST(ReadStl, allowsPaddingAfterTheLastFace) {
  const TemporaryFolder folder;
  EXPECT_EQ(load_mesh(folder.write("a.stl", binary_stl(kTetrahedron) + std::string(7, '\0'))).faces().size(), 4u);
  expect_error(ErrorCode::file_format, {"a.stl", "4 faces"},
               [&] { load_mesh(folder.write("a.stl", binary_stl(kTetrahedron) + "\x01more\xff")); });
}

TEST(ReadStl, readsManyDistinctCorners) {
  const TemporaryFolder folder;
  std::vector<std::array<Corner, 3>> faces;
  for (int i = 0; i < 5000; ++i) {
    const auto x = static_cast<float>(i);
    faces.push_back({{{x, 0, 0}, {x, 1, 0}, {x, 0, 1}}});
  }
  const Mesh mesh = load_mesh(folder.write("a.stl", binary_stl(faces)));
  EXPECT_EQ(mesh.vertices().size(), 15000u);
  EXPECT_EQ(mesh.vertices()[mesh.faces()[4999][2]], Vec3(4999, 0, 1));
}

TEST(ReadStl, readsAsciiInAnyLayout) {
  const TemporaryFolder folder;
  const std::string text =
      "SOLID some name with words\r\n"
      "  Facet Normal nan -nan(ind) 1.#QNAN\r\n\touter loop\r\n"
      " vertex 0.1 1e-3 +2\r\n vertex 1 0 0\r\n vertex 0 1 0\r\n endloop\r\n endfacet\r\n"
      "endsolid some name\r\n"
      "solid second\rfacet normal 0 0 1 outer loop vertex 0.1 0.001 2 vertex 1 0 0 vertex 0 0 7 endloop endfacet\rendsolid";
  const Mesh mesh = load_mesh(folder.write("a.stl", text));
  EXPECT_EQ(mesh.faces().size(), 2u);
  EXPECT_EQ(mesh.vertices().size(), 4u);
  EXPECT_EQ(mesh.vertices()[0], Vec3(0.1, 1e-3, 2));
}

TEST(ReadStl, cutsLoopsOfMoreThanThreeCorners) {
  const TemporaryFolder folder;
  const Mesh mesh =
      load_mesh(folder.write("a.stl",
                             "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\n"
                             "vertex 0 1 0\nendloop\nendfacet\nendsolid\n"));
  EXPECT_EQ(mesh.faces().size(), 2u);
  EXPECT_EQ(mesh.source_face(1), 0u);
}

TEST(ReadStl, aByteOrderMarkBlankLinesAndCommentsMadeItUnknown) {
  const TemporaryFolder folder;
  const std::string text =
      "\xef\xbb\xbf\r\n\n# made by hand\n; more\n// and more\nsolid part #3 // name\n\n# first\nfacet normal 0 0 1 # up\n"
      "outer loop\n\n// corner\nvertex 0 0 0 # a\nvertex 1 0 0\n;\nvertex 0 1 0\nendloop\nendfacet\n# end\nendsolid\n\n# "
      "bye\n";
  for (const char* name : {"a.stl", "without_ending"}) {
    const Mesh mesh = load_mesh(folder.write(name, text));
    EXPECT_EQ(mesh.faces().size(), 1u);
    EXPECT_EQ(mesh.vertices()[1], Vec3(1, 0, 0));
  }
}

TEST(ReadStl, facetsWithoutNormalsWereRefused) {
  const TemporaryFolder folder;
  for (const char* normal : {"", " normal", " normal 0 0", " normal 0 0 1", "\n"}) {
    const Mesh mesh = load_mesh(folder.write("a.stl", "solid\nfacet" + std::string(normal) +
                                                          "\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
                                                          "endloop\nendfacet\nendsolid\n"));
    EXPECT_EQ(mesh.faces().size(), 1u);
  }
  expect_error(ErrorCode::file_format, {"a.stl", "line 2", "\"5\"", "\"outer\""},
               [&] { load_mesh(folder.write("a.stl", "solid\nfacet normal 0 0 1 5\nouter loop\nvertex 0 0 0\n")); });
}

TEST(ReadStl, namesTheLineOfWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string start = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
  expect_error(ErrorCode::file_format, {"a.stl", "line 6", "has 2 corners"},
               [&] { load_mesh(folder.write("a.stl", start + "endloop\nendfacet\nendsolid a\n")); });
  expect_error(ErrorCode::file_format, {"a.stl", "line 6", "\"1,5\" has a decimal comma", "the y of a vertex"},
               [&] { load_mesh(folder.write("a.stl", start + "vertex 0 1,5 0\nendloop\nendfacet\nendsolid a\n")); });
  expect_error(ErrorCode::file_format, {"a.stl", "line 6", "cut short"}, [&] { load_mesh(folder.write("a.stl", start)); });
  expect_error(ErrorCode::file_format, {"a.stl", "endsolid", "cut short"},
               [&] { load_mesh(folder.write("a.stl", start + "vertex 0 1 0\nendloop\nendfacet\n")); });
}

TEST(ReadStl, refusesNanAndInfinity) {
  const TemporaryFolder folder;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  expect_error(ErrorCode::bad_mesh, {"a.stl", "vertex 1"}, [&] {
    load_mesh(folder.write("a.stl", binary_stl({{{{0, 0, 0}, {nan, 0, 0}, {0, 1, 0}}}})));
  });
  expect_error(ErrorCode::bad_mesh, {"a.stl", "vertex 2"}, [&] {
    load_mesh(folder.write("a.stl", binary_stl({{{{0, 0, 0}, {1, 0, 0}, {0, inf, 0}}}})));
  });
  expect_error(ErrorCode::bad_mesh, {"a.stl"}, [&] {
    load_mesh(folder.write("a.stl",
                           "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e999\nvertex 1 0 0\nvertex 1 1 0\n"
                           "endloop\nendfacet\nendsolid\n"));
  });
}

TEST(ReadStl, refusesFilesWithoutFaces) {
  const TemporaryFolder folder;
  expect_error(ErrorCode::bad_mesh, {"a.stl", "no faces"},
               [&] { load_mesh(folder.write("a.stl", "solid a\nendsolid a\n")); });
  expect_error(ErrorCode::bad_mesh, {"a.stl", "no faces"}, [&] { load_mesh(folder.write("a.stl", binary_stl({}))); });
}

}  // namespace
}  // namespace impinge
