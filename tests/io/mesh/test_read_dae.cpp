// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <Eigen/Geometry>

#include <random>

#include "base/stopwatch.h"
#include "io/mesh/load_arrays.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

const std::string kSource =
    R"(<source id="p"><float_array id="f" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common>)"
    R"(<accessor source="#f" count="4" stride="3"/></technique_common></source>)"
    R"(<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>)";

const std::string kInput = R"(<input semantic="VERTEX" source="#v" offset="0"/>)";
const std::string kTetrahedron = "<triangles count=\"4\">" + kInput + "<p>0 2 1 0 1 3 1 2 3 0 3 2</p></triangles>";

std::string geometry(const std::string& primitives, const std::string& id = "g") {
  return "<geometry id=\"" + id + "\"><mesh>" + kSource + primitives + "</mesh></geometry>";
}

std::string document(const std::string& geometries, const std::string& nodes, const std::string& asset = "",
                     const std::string& more = "") {
  return "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
         "version=\"1.4.1\">\n<asset>" +
         asset + "</asset>\n<library_geometries>" + geometries + "</library_geometries>\n" + more +
         "<library_visual_scenes><visual_scene id=\"s\">" + nodes +
         "</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#s\"/></scene>\n</COLLADA>\n";
}

const std::string kZ = "<unit meter=\"1\"/><up_axis>Z_UP</up_axis>";
const std::string kShown = R"(<instance_geometry url="#g"/>)";

class ReadDae : public ::testing::Test {
 protected:
  Mesh load(const std::string& text, const std::string& units = "m") {
    return load_mesh(folder_.write("a.dae", text), {.units = units});
  }
  void refuse(ErrorCode code, std::vector<std::string> words, const std::string& text) {
    words.push_back("a.dae");
    const Stopwatch watch;
    expect_error(code, words, [&] { load(text); });
    if (watch.ms() > 1000) std::printf("refused after %.1f s\n", watch.ms() / 1000);
  }
  TemporaryFolder folder_;
};

TEST_F(ReadDae, everyKindOfPolygon) {
  const auto volume = [](const Mesh& mesh) {
    double sum = 0;
    for (const Face& f : mesh.faces()) sum += mesh.vertices()[f[0]].dot(mesh.vertices()[f[1]].cross(mesh.vertices()[f[2]]));
    return sum / 6;
  };
  const std::vector<std::string> kinds = {
      kTetrahedron, "<polylist count=\"4\">" + kInput + "<vcount>3 3 3 3</vcount><p>0 2 1 0 1 3 1 2 3 0 3 2</p></polylist>",
      "<polygons count=\"4\">" + kInput + "<p>0 2 1</p><p>0 1 3</p><p>1 2 3</p><p>0 3 2</p></polygons>",
      "<trifans count=\"2\">" + kInput + "<p>0 2 1 3 2</p><p>1 2 3</p></trifans>",
      "<tristrips count=\"2\">" + kInput + "<p>0 2 1 3 0</p><p>0 3 2</p></tristrips>",
      // Normals beside, and a comment in the middle of the indices.
      "<triangles count=\"4\"><input semantic=\"NORMAL\" source=\"#p\" offset=\"1\"/>" + kInput +
          "<p>0 9 2 9 1 9 0 9 1 9 3 9 <!-- x --> 1 9 2 9 3 9 0 9 3 9 2 9</p></triangles>"};
  for (const std::string& kind : kinds) {
    SCOPED_TRACE(kind);
    const Mesh mesh = load(document(geometry(kind), "<node>" + kShown + "</node>", kZ));
    EXPECT_EQ(mesh.faces().size(), 4u);
    if (kind.find("strips") == kind.npos) {
      EXPECT_DOUBLE_EQ(volume(mesh), 1.0 / 6);
    }
    EXPECT_EQ(mesh.vertices().size(), 4u);
  }
}

TEST_F(ReadDae, unitsAndUpAxis) {
  const auto point = [&](const std::string& asset, const std::string& units) {
    return load(document(geometry(kTetrahedron), R"(<node><translate>0 0 2</translate>)" + kShown + "</node>", asset), units)
        .vertices()[0];
  };
  EXPECT_EQ(point(kZ, "m"), Vec3(0, 0, 2));
  EXPECT_EQ(point(kZ, "mm"), Vec3(0, 0, 2000));
  EXPECT_EQ(point("<unit name=\"inch\" meter=\"0.0254\"/><up_axis>Z_UP</up_axis>", "mm"), Vec3(0, 0, 50.8));
  EXPECT_EQ(point("<unit name=\"mm\" meter=\"0.001\"/><up_axis>Z_UP</up_axis>", "mm"), Vec3(0, 0, 2));
  EXPECT_EQ(point("<unit meter=\"0.5\"/><up_axis>Z_UP</up_axis>", "m"), Vec3(0, 0, 1));
  // y is up where nothing is said: z points to the viewer, which is -y here.
  EXPECT_EQ(point("", "m"), Vec3(0, -2, 0));
  EXPECT_EQ(point("<up_axis>X_UP</up_axis>", "m"), Vec3(0, -2, 0));
  const auto file = folder_.path() / "a.dae";
  EXPECT_EQ(io::load_link_mesh(file, {.units = "m"}).vertices()[0], Vec3(0, 0, 2));
}

TEST_F(ReadDae, nodesPlaceWhatTheyShow) {
  const std::string library =
      R"(<library_nodes><node id="n" name="inner"><rotate>0 0 1 90</rotate>)" + kShown + "</node></library_nodes>";
  const std::string nodes =
      R"(<node name="outer"><matrix>1 0 0 10 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_node url="#n"/></node>)"
      R"(<node name="mirrored"><scale>-1 1 1</scale>)" +
      kShown + "</node>";
  const std::string text = document(geometry(kTetrahedron), nodes, kZ, library);
  const Mesh mesh = load(text);
  ASSERT_EQ(mesh.faces().size(), 8u);
  EXPECT_TRUE(mesh.report().clean());
  EXPECT_EQ(mesh.vertices()[mesh.faces()[0][2]], Vec3(10, 1, 0));
  const std::vector<MeshPart> parts = load_parts(folder_.path() / "a.dae", {.units = "m"});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].name, "inner");
  EXPECT_EQ(parts[1].name, "mirrored");
  EXPECT_EQ(parts[1].mesh.vertices().size(), 4u);
}

TEST_F(ReadDae, isRecognisedByItsContent) {
  const auto file = folder_.write("a.bin", document(geometry(kTetrahedron), "<node>" + kShown + "</node>", kZ));
  EXPECT_EQ(load_mesh(file, {.units = "m"}).faces().size(), 4u);
  expect_error(ErrorCode::file_format, {"COLLADA"}, [&] {
    load_mesh(folder_.write("a.stl", document(geometry(kTetrahedron), "<node>" + kShown + "</node>", kZ)));
  });
}

TEST_F(ReadDae, whatIsDamagedIsRefusedWithItsLine) {
  const std::string node = "<node>" + kShown + "</node>";
  const auto with = [&](const std::string& primitives) { return document(geometry(primitives), node, kZ); };
  refuse(ErrorCode::bad_mesh, {"point 9", "line 5"}, with("<triangles>" + kInput + "<p>0 1 9</p></triangles>"));
  refuse(ErrorCode::file_format, {"multiple of 3"}, with("<triangles>" + kInput + "<p>0 1</p></triangles>"));
  refuse(ErrorCode::file_format, {"VERTEX"}, with("<triangles><p>0 1 2</p></triangles>"));
  refuse(ErrorCode::file_format, {"\"x\"", "index"}, with("<triangles>" + kInput + "<p>0 1 x</p></triangles>"));
  refuse(ErrorCode::file_format, {"fewer indices"},
         with("<polylist>" + kInput + "<vcount>4</vcount><p>0 1 2</p></polylist>"));
  refuse(ErrorCode::unsupported, {"holes"}, with("<polygons>" + kInput + "<ph><p>0 1 2</p><h>0 1 3</h></ph></polygons>"));
  refuse(ErrorCode::bad_mesh, {"no faces"}, with(""));
  refuse(ErrorCode::file_format, {"no element \"x\""}, document("", R"(<node><instance_geometry url="#x"/></node>)"));
  refuse(ErrorCode::unsupported, {"another document"}, document("", R"(<node><instance_geometry url="b.dae#x"/></node>)"));
  refuse(ErrorCode::file_format, {"meter"}, document(geometry(kTetrahedron), node, "<unit meter=\"0\"/>"));
  refuse(ErrorCode::file_format, {"16"},
         document(geometry(kTetrahedron), "<node><matrix>1 2</matrix>" + kShown + "</node>"));
  refuse(ErrorCode::unsupported, {"lookat"},
         document(geometry(kTetrahedron), "<node><lookat>1</lookat>" + kShown + "</node>"));
  refuse(ErrorCode::file_format, {"cut short"}, with(kTetrahedron).substr(0, 600));
  refuse(ErrorCode::file_format, {"not COLLADA"}, "<collada/>");
}

TEST_F(ReadDae, nodesInNodesDoNotMultiply) {
  std::string library = "<library_nodes>";
  for (int i = 0; i < 40; ++i) {
    library += "<node id=\"n" + std::to_string(i) + "\">";
    for (int k = 0; k < 4; ++k) library += i == 39 ? kShown : "<instance_node url=\"#n" + std::to_string(i + 1) + "\"/>";
    library += "</node>";
  }
  refuse(ErrorCode::too_large, {"expand"},
         document(geometry(kTetrahedron), R"(<node><instance_node url="#n0"/></node>)", kZ, library + "</library_nodes>"));
  refuse(ErrorCode::file_format, {"part of itself"},
         document(geometry(kTetrahedron), R"(<node id="a"><instance_node url="#a"/><instance_node url="#a"/></node>)", kZ));
  std::string indices;
  for (int i = 0; i < 2'000'000; ++i) indices += " 1";
  refuse(ErrorCode::too_large, {"triangles"},
         document(geometry("<polygons>" + kInput + "<p>" + indices + "</p></polygons>"), "<node>" + kShown + "</node>", kZ));
}

TEST_F(ReadDae, anyDamageGivesAnAnswerOrAnError) {
  const std::string text = document(geometry(kTetrahedron), "<node><translate>1 2 3</translate>" + kShown + "</node>", kZ);
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    if (i % 3 == 0) damaged.resize(random() % damaged.size() + 1);
    try {
      load(damaged);
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace impinge
