// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <algorithm>

#include "io/temporary_folder.h"
#include "scenes/bodies.h"
#include "support/data_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

TEST(ReadOff, readsItsManyForms) {
  const TemporaryFolder folder;
  for (const char* text : {
           "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
           "OFF 4 2 5\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3",
           "# comment\n\nOFF # more\n# and more\n4 2\n\n0 0 0\n1 0 0 # here\n1 1 0\n0 1 0\n\n3 0 1 2 255 0 0\n3 0 2 3 1 1 1 "
           "1\n#\n",
           "COFF\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n1 1 0 0 0 0 0\n0 1 0 1 1 1 1\n3 0 1 2\n3 0 2 3\n",
           "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n3 0 2 3\n",
           "STCNOFF\r\n4 2 0\r\n0 0 0\r\n1 0 0\r\n1 1 0\r\n0 1 0\r\n3 0 1 2\r\n3 0 2 3\r\n",
           "4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
           "OFF4 2 5\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
           "COFF4 2 5\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n",
       }) {
    const Mesh mesh = load_mesh(folder.write("a.off", text));
    EXPECT_EQ(mesh.vertices().size(), 4u) << text;
    ASSERT_EQ(mesh.faces().size(), 2u) << text;
    EXPECT_EQ(mesh.vertices()[2], Vec3(1, 1, 0)) << text;
    EXPECT_EQ(mesh.faces()[1], (Face{0, 2, 3})) << text;
  }
}

TEST(ReadOff, countsWrittenRightAfterTheWordWereNoHeader) {
  const TemporaryFolder folder;
  const auto file = folder.write("without_ending", "OFF3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  EXPECT_EQ(load_mesh(file).faces().size(), 1u);
}

TEST(ReadOff, aConcavePolygonWasAFanWithAPhantomFace) {
  const TemporaryFolder folder;
  // A notch at the second corner: the fan from the first one covers it.
  const Mesh mesh = load_mesh(folder.write("a.off", "OFF\n4 1 0\n0 0 0\n2 1 0\n4 0 0\n2 4 0\n4 0 1 2 3\n"));
  ASSERT_EQ(mesh.faces().size(), 2u);
  for (const Face& face : mesh.faces()) EXPECT_TRUE(std::find(face.begin(), face.end(), 1u) != face.end());
  EXPECT_EQ(mesh.source_face(1), 0u);
  EXPECT_EQ(mesh.report().polygons.crossing, 0u);
}

TEST(ReadOff, cutsPolygons) {
  const TemporaryFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.off", "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"));
  EXPECT_EQ(mesh.faces().size(), 2u);
  EXPECT_EQ(mesh.source_face(1), 0u);
}

TEST(ReadOff, refusesOtherDimensionsAndBinary) {
  const TemporaryFolder folder;
  for (const char* header : {"4OFF", "nOFF 3", "C4nOFF", "OFF BINARY"}) {
    expect_error(ErrorCode::unsupported, {"a.off"},
                 [&] { load_mesh(folder.write("a.off", std::string(header) + "\n1 1 1\n0 0 0 0\n")); });
  }
}

TEST(ReadOff, namesTheLineOfWhatIsWrong) {
  const TemporaryFolder folder;
  const auto load = [&](const std::string& text) { return [&, text] { load_mesh(folder.write("a.off", text)); }; };
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  expect_error(ErrorCode::bad_mesh, {"a.off", "line 6", "face 0 refers to vertex 3"},
               load("OFF\n3 1 0\n" + points + "3 0 1 3\n"));
  expect_error(ErrorCode::bad_mesh, {"a.off", "line 6", "vertex -1"}, load("OFF\n3 1 0\n" + points + "3 0 1 -1\n"));
  expect_error(ErrorCode::file_format, {"a.off", "line 6", "2 corners"}, load("OFF\n3 1 0\n" + points + "2 0 1\n"));
  expect_error(ErrorCode::file_format, {"a.off", "cut short"}, load("OFF\n3 2 0\n" + points + "3 0 1 2\n"));
  expect_error(ErrorCode::file_format, {"a.off", "continues"}, load("OFF\n3 1 0\n" + points + "3 0 1 2\n3 0 1 2\n"));
  expect_error(ErrorCode::file_format, {"a.off", "line 2", "-3"}, load("OFF\n-3 1 0\n" + points));
  expect_error(ErrorCode::file_format, {"a.off", "line 4", "the line ends"},
               load("OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n"));
  expect_error(ErrorCode::bad_mesh, {"a.off", "no faces"}, load("OFF\n3 0 0\n" + points));
  expect_error(ErrorCode::file_format, {"a.off", "4000000000 vertices"}, load("OFF\n4000000000 1 0\n" + points));
  expect_error(ErrorCode::file_format, {"a.off", "4000000000 faces"}, load("OFF\n3 4000000000 0\n" + points + "3 0 1 2\n"));
}

// docs/pictures/fly_by.py shows it.
TEST(ReadOff, theShuttleOfThePictureIsThatOfTheScenes) {
  const Mesh read = load_mesh(test::source_folder() / "docs/pictures/shuttle.off");
  const Mesh made = scenes::make_shuttle(9);
  EXPECT_TRUE(std::ranges::equal(read.vertices(), made.vertices()));
  EXPECT_TRUE(std::ranges::equal(read.faces(), made.faces()));
}

}  // namespace
}  // namespace impinge
