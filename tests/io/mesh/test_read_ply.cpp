// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <algorithm>

#include "io/byte_string.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::ByteString;
using test::expect_error;
using test::TemporaryFolder;

const std::string kHead = "ply\nformat ascii 1.0\ncomment made by a test\nobj_info none\n";
const std::string kVertex3 = "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n";
const std::string kFace1 = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";

TEST(ReadPly, readsAsciiWithStrangeProperties) {
  const TemporaryFolder folder;
  const Mesh mesh =
      load_mesh(folder.write("a.ply",
                             "ply\r\nformat ascii 1.0\r\nelement camera 2\r\nproperty list uint float focus\r\n"
                             "property uchar on\r\nelement vertex 4\r\nproperty uchar red\r\nproperty float z\r\n"
                             "property list uchar short weights\r\nproperty double x\r\nproperty int y\r\n"
                             "element face 1\r\nproperty uchar flags\r\nproperty list uint8 uint32 vertex_index\r\n"
                             "property float quality\r\nend_header\r\n"
                             "2 0.5 0.25 1\r\n0 0\r\n"
                             "255 0.1 2 7 8 1e-3 5\r\n0 0 0 1 0\r\n0 0 1 9 1 1\r\n0 0 0 0 1\r\n"
                             "7 4 0 1 2 3 0.5\r\n"));
  ASSERT_EQ(mesh.vertices().size(), 4u);
  EXPECT_EQ(mesh.vertices()[0], Vec3(1e-3, 5, 0.1));
  ASSERT_EQ(mesh.faces().size(), 2u);
  EXPECT_EQ(mesh.faces()[1], (Face{0, 2, 3}));
  EXPECT_EQ(mesh.source_face(1), 0u);
}

TEST(ReadPly, commentsBetweenElementsWereNoValues) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.ply", kHead + kVertex3 + kFace1 +
                                                        "comment points\n0 0 0\ncomment\nobj_info 5 5 5\n1 0 0\n0 1 0\n\n"
                                                        "comment faces 3\n3 0 1 2\ncomment the end\n"));
  EXPECT_EQ(mesh.faces().size(), 1u);
  EXPECT_EQ(mesh.vertices()[1], Vec3(1, 0, 0));
  expect_error(ErrorCode::file_format, {"a.ply", "\"commentary\""},
               [&] { load_mesh(folder.write("a.ply", kHead + kVertex3 + kFace1 + "0 0 0\ncommentary\n1 0 0\n")); });
}

TEST(ReadPly, decimalCommasWereNoNumbers) {
  const TemporaryFolder folder;
  expect_error(ErrorCode::file_format, {"a.ply", "\"0,5\" has a decimal comma"},
               [&] { load_mesh(folder.write("a.ply", kHead + kVertex3 + kFace1 + "0 0,5 0\n1 0 0\n0 1 0\n3 0 1 2\n")); });
}

TEST(ReadPly, aConcavePolygonWasAFanWithAPhantomFace) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write(
      "a.ply",
      "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 4\n"
      "property double x\nproperty double y\nproperty double z\nend_header\n4 0 1 2 3\n0 0 0\n2 1 0\n4 0 0\n2 4 0\n"));
  ASSERT_EQ(mesh.faces().size(), 2u);
  for (const Face& face : mesh.faces()) EXPECT_TRUE(std::find(face.begin(), face.end(), 1u) != face.end());
}

std::string binary_ply(std::endian order) {
  ByteString bytes(order);
  bytes.text("ply\nformat binary_").text(order == std::endian::little ? "little" : "big").text("_endian 1.0\n");
  bytes.text("element face 2\nproperty list ushort short vertex_indices\nproperty char side\n");
  bytes.text("element extra 1\nproperty list int double values\n");
  bytes.text("element vertex 4\nproperty double x\nproperty float y\nproperty uchar tag\nproperty short z\nend_header\n");
  bytes.put(std::uint16_t{3}).put(std::int16_t{0}).put(std::int16_t{1}).put(std::int16_t{2}).put(std::int8_t{-1});
  bytes.put(std::uint16_t{4});
  for (std::int16_t i = 0; i < 4; ++i) bytes.put(i);
  bytes.put(std::int8_t{1});
  bytes.put(std::int32_t{2}).put(1.0).put(2.0);
  for (int i = 0; i < 4; ++i)
    bytes.put(0.1 * i).put(0.5f * static_cast<float>(i * i)).put(std::uint8_t{9}).put(std::int16_t{-7});
  return bytes.str();
}

TEST(ReadPly, readsBothByteOrders) {
  const TemporaryFolder folder;
  for (std::endian order : {std::endian::little, std::endian::big}) {
    const Mesh mesh = load_mesh(folder.write("a.ply", binary_ply(order)));
    ASSERT_EQ(mesh.vertices().size(), 4u);
    EXPECT_EQ(mesh.vertices()[3], Vec3(0.1 * 3, 4.5, -7));
    ASSERT_EQ(mesh.faces().size(), 3u);
    EXPECT_EQ(mesh.faces()[0], (Face{0, 1, 2}));
    EXPECT_EQ(mesh.faces()[2], (Face{0, 2, 3}));
    EXPECT_EQ(mesh.source_face(2), 1u);
  }
}

TEST(ReadPly, cutsOfEveryLengthAreErrors) {
  const TemporaryFolder folder;
  const std::string whole = binary_ply(std::endian::little);
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THROW(load_mesh(folder.write("a.ply", whole.substr(0, size))), Error) << size;
  }
}

TEST(ReadPly, readsTriangleStrips) {
  const TemporaryFolder folder;
  const Mesh mesh =
      load_mesh(folder.write("a.ply", kHead + "element vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
                                              "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                                              "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 1\n"
                                              "8 0 1 2 3 -1 2 3 4\n"));
  ASSERT_EQ(mesh.faces().size(), 3u);
  EXPECT_EQ(mesh.faces()[0], (Face{0, 1, 2}));
  EXPECT_EQ(mesh.faces()[1], (Face{2, 1, 3}));
  EXPECT_EQ(mesh.faces()[2], (Face{2, 3, 4}));
}

TEST(ReadPly, namesWhatIsWrongInTheHeader) {
  const TemporaryFolder folder;
  const auto load = [&](const std::string& text) { return [&, text] { load_mesh(folder.write("a.ply", text)); }; };
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  expect_error(ErrorCode::file_format, {"a.ply", "line 6", "\"real\""},
               load(kHead + "element vertex 3\n" + "property real x\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "line 2", "\"text\""}, load("ply\nformat text 1.0\nend_header\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "format"}, load("ply\nelement vertex 3\nproperty int x\nend_header\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "line 5", "before the first element"}, load(kHead + "property int x\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "end_header"}, load(kHead + kVertex3));
  expect_error(ErrorCode::file_format, {"a.ply", "line 5", "\"elephant\""}, load(kHead + "elephant vertex 3\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "x, y and z"},
               load(kHead + "element vertex 3\nproperty int x\n" + kFace1 + "1\n2\n3\n3 0 1 2\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "vertex_indices"},
               load(kHead + kVertex3 + "element face 1\nproperty int color\nend_header\n" + points + "7\n"));
  expect_error(
      ErrorCode::file_format, {"a.ply", "4294967296 of element \"vertex\""},
      load(kHead + "element vertex 4294967296\nproperty float x\nproperty float y\nproperty float z\n" + kFace1 + points));
  expect_error(ErrorCode::file_format, {"a.ply", "no properties"},
               load(kHead + kVertex3 + "element nothing 4000000000\n" + kFace1 + points + "3 0 1 2\n"));
}

TEST(ReadPly, namesWhatIsWrongInTheData) {
  const TemporaryFolder folder;
  const std::string head = kHead + kVertex3 + kFace1 + "0 0 0\n1 0 0\n0 1 0\n";
  const auto load = [&](const std::string& rest) { return [&, rest] { load_mesh(folder.write("a.ply", head + rest)); }; };
  expect_error(ErrorCode::bad_mesh, {"a.ply", "face 0 refers to vertex 3"}, load("3 0 1 3\n"));
  expect_error(ErrorCode::bad_mesh, {"a.ply", "vertex -1"}, load("3 0 1 -1\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "2 corners"}, load("2 0 1\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "more values"}, load("3 0 1 2 9\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "continues"}, load("3 0 1 2\n1\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "cut short"}, load("3 0 1\n"));
  expect_error(ErrorCode::file_format, {"a.ply", "cut short"}, load("255 0 1\n"));
}

}  // namespace
}  // namespace impinge
