// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include <functional>

#include "io/mesh/zip_builder.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;
using test::zip_of;

const std::string kRelations =
    R"(<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">)"
    R"(<Relationship Target="/3D/model.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>)"
    R"(</Relationships>)";

const std::string kTriangle =
    R"(<object id="1" type="model"><mesh><vertices><vertex x="0.1" y="0" z="0"/><vertex x="1e0" y="0" z="0"/>)"
    R"(<vertex x='0' y='1' z='0.30000000000000004'/></vertices>)"
    R"(<triangles><triangle v1="0" v2="1" v3="2" pid="5"/></triangles></mesh></object>)";

const std::string kItem = R"(<item objectid="1"/>)";

std::string model(const std::string& resources, const std::string& items,
                  const std::string& attributes = R"( unit="millimeter")") {
  return R"(<?xml version="1.0" encoding="UTF-8"?><!-- <model> --><model xmlns="core")" + attributes +
         R"(><metadata name="Title">A &lt; B</metadata><resources>)" + resources + "</resources><build>" + items +
         "</build></model>";
}

class Read3mf : public ::testing::Test {
 protected:
  Mesh load(const std::string& xml, const std::string& units = "mm") {
    return load_mesh(
        folder_.write("a.3mf", zip_of({{"[Content_Types].xml", ""}, {"_rels/.rels", kRelations}, {"3D/model.model", xml}})),
        {.units = units});
  }
  void expect_refusal(ErrorCode code, std::vector<std::string> words, const std::string& xml) {
    words.push_back("a.3mf");
    expect_error(code, words, [&] { load(xml); });
  }
  TemporaryFolder folder_;
};

TEST_F(Read3mf, takesCoordinatesAsTheDoublesTheyAre) {
  const Mesh mesh = load(model(kTriangle, kItem));
  ASSERT_EQ(mesh.faces().size(), 1u);
  EXPECT_EQ(mesh.vertices()[0].x(), 0.1);
  EXPECT_EQ(mesh.vertices()[2].z(), 0.1 + 0.2);
}

TEST_F(Read3mf, turnsItsUnitIntoThatOfTheScene) {
  EXPECT_EQ(load(model(kTriangle, kItem, R"( unit="inch")")).vertices()[1].x(), 25.4);
  EXPECT_EQ(load(model(kTriangle, kItem, R"( unit="inch")"), "in").vertices()[0].x(), 0.1);
  EXPECT_EQ(load(model(kTriangle, kItem, R"( unit="meter")")).vertices()[1].x(), 1000);
  EXPECT_EQ(load(model(kTriangle, kItem, R"( unit="micron")")).vertices()[1].x(), 0.001);
  EXPECT_EQ(load(model(kTriangle, kItem, R"( unit="foot")"), "in").vertices()[1].x(), 12);
  EXPECT_EQ(load(model(kTriangle, kItem, "")).vertices()[1].x(), 1);
  expect_refusal(ErrorCode::file_format, {"cubit"}, model(kTriangle, kItem, R"( unit="cubit")"));
}

TEST_F(Read3mf, placesItemsAndComponents) {
  const std::string pair = R"(<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>)"
                           R"(<component objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/></components></object>)";
  const Mesh mesh = load(model(kTriangle + pair, R"(<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 5"/>)"));
  ASSERT_EQ(mesh.faces().size(), 2u);
  // x runs to y by the item, after 10 was added by the component.
  EXPECT_EQ(mesh.vertices()[mesh.faces()[0][1]], Vec3(0, 11, 5));
  // The mirrored one has its corners in the other order.
  EXPECT_EQ(mesh.vertices()[mesh.faces()[1][2]], Vec3(0, -1, 5));
}

TEST_F(Read3mf, anAssemblyWasOneBody) {
  const std::string named = R"(<object id="2" name="A &amp; B"><components><component objectid="1"/></components></object>)";
  const std::string items = R"(<item objectid="2"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>)";
  const auto file =
      folder_.write("a.3mf", zip_of({{"_rels/.rels", kRelations}, {"3D/model.model", model(kTriangle + named, items)}}));
  const std::vector<MeshPart> parts = load_parts(file);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].name, "A & B");
  EXPECT_EQ(parts[1].name, "item 1");
  EXPECT_EQ(parts[0].mesh.vertices()[1], Vec3(1, 0, 0));
  EXPECT_EQ(parts[1].mesh.vertices()[1], Vec3(1, 0, 5));
  EXPECT_EQ(load_mesh(file, {.file_units = "in"}).vertices()[1].x(), 25.4);
}

TEST_F(Read3mf, followsPathsToOtherParts) {
  const std::string root =
      model(R"(<object id="8"><components><component p:path="/3D/Objects/part.model" objectid="1"/></components></object>)",
            R"(<item objectid="8"/>)",
            R"( xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" requiredextensions="p")");
  const auto parts = [&](const std::string& part) {
    return zip_of({{"_rels/.rels", kRelations}, {"3D/model.model", root}, {"3D/Objects/part.model", part}});
  };
  EXPECT_EQ(load_mesh(folder_.write("a.3mf", parts(model(kTriangle, "")))).faces().size(), 1u);
  expect_error(ErrorCode::unsupported, {"part.model", "unit"},
               [&] { load_mesh(folder_.write("a.3mf", parts(model(kTriangle, "", R"( unit="inch")")))); });
  expect_error(ErrorCode::file_format, {"object 1", "not defined"},
               [&] { load_mesh(folder_.write("a.3mf", parts(model("", "")))); });
}

TEST_F(Read3mf, weldsIdenticalCorners) {
  const std::string shifted = R"(<item objectid="1"/><item objectid="1"/>)";
  const Mesh mesh = load(model(kTriangle, shifted));
  EXPECT_EQ(mesh.vertices().size(), 3u);
  EXPECT_EQ(mesh.faces().size(), 2u);
}

TEST_F(Read3mf, passesOverOtherNamespaces) {
  const std::string slices =
      R"(<s:slicestack id="7"><s:slice><s:vertices><s:vertex x="1" y="2"/></s:vertices></s:slice></s:slicestack>)";
  EXPECT_EQ(load(model(slices + kTriangle, kItem)).faces().size(), 1u);
  expect_refusal(
      ErrorCode::unsupported, {"beamlattice"},
      model(kTriangle, kItem,
            R"( xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" requiredextensions="b")"));
}

TEST_F(Read3mf, namesWhatIsWrong) {
  const auto object = [](const std::string& mesh) { return R"(<object id="1"><mesh>)" + mesh + "</mesh></object>"; };
  const std::string points = R"(<vertices><vertex x="0" y="0" z="0"/></vertices>)";
  expect_refusal(ErrorCode::bad_mesh, {"no items"}, model(kTriangle, ""));
  expect_refusal(ErrorCode::bad_mesh, {"no faces"}, model(object(points), kItem));
  expect_refusal(ErrorCode::bad_mesh, {"vertex 7"},
                 model(object(points + R"(<triangles><triangle v1="0" v2="7" v3="0"/></triangles>)"), kItem));
  expect_refusal(ErrorCode::file_format, {"\"v2\""},
                 model(object(points + R"(<triangles><triangle v1="0" v2="-1" v3="0"/></triangles>)"), kItem));
  expect_refusal(ErrorCode::file_format, {"\"z\""}, model(object(R"(<vertices><vertex x="0" y="0"/></vertices>)"), kItem));
  expect_refusal(ErrorCode::file_format, {"\"1,5\""},
                 model(object(R"(<vertices><vertex x="1,5" y="0" z="0"/></vertices>)"), kItem));
  expect_refusal(ErrorCode::file_format, {"twice"}, model(kTriangle + kTriangle, kItem));
  expect_refusal(ErrorCode::file_format, {"object 9"}, model(kTriangle, R"(<item objectid="9"/>)"));
  expect_refusal(ErrorCode::file_format, {"twelve"}, model(kTriangle, R"(<item objectid="1" transform="1 0 0"/>)"));
  expect_refusal(ErrorCode::file_format, {"is not a 3MF model"}, "<html></html>");
  expect_refusal(ErrorCode::file_format, {"cut short"}, model(kTriangle, kItem).substr(0, 200));
  expect_refusal(
      ErrorCode::bad_mesh, {"NaN"},
      model(
          object(
              R"(<vertices><vertex x="nan" y="0" z="0"/></vertices><triangles><triangle v1="0" v2="0" v3="0"/></triangles>)"),
          kItem));
}

TEST_F(Read3mf, refusesBombs) {
  std::string laughs =
      "<?xml version=\"1.0\"?><!DOCTYPE model [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>";
  expect_refusal(ErrorCode::file_format, {"document type"}, laughs + "<model>&b;</model>");
  expect_refusal(ErrorCode::too_large, {"200 to 1"}, model(kTriangle, kItem) + std::string(50'000'000, ' '));
  std::string nested = kTriangle;
  for (int id = 2; id < 40; ++id) {
    nested += "<object id=\"" + std::to_string(id) + "\"><components>";
    for (int i = 0; i < 10; ++i) nested += "<component objectid=\"" + std::to_string(id - 1) + "\"/>";
    nested += "</components></object>";
  }
  expect_refusal(ErrorCode::too_large, {"expand"}, model(nested, R"(<item objectid="39"/>)"));
  const std::string loop = R"(<object id="1"><components><component objectid="1"/></components></object>)";
  expect_refusal(ErrorCode::file_format, {"component of itself"}, model(loop, kItem));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  expect_refusal(ErrorCode::file_format, {"nested"}, model(deep, kItem));
}

TEST_F(Read3mf, anotherZipIsRefused) {
  expect_error(ErrorCode::file_format, {"b.3mf", "3dmodel.model"}, [&] {
    load_mesh(folder_.write("b.3mf", zip_of({{"readme.txt", "hello"}})));
  });
  const std::string whole = zip_of({{"_rels/.rels", kRelations}, {"3D/model.model", model(kTriangle, kItem)}});
  for (std::size_t size = 1; size < whole.size(); size += 7) {
    EXPECT_THROW(load_mesh(folder_.write("c.3mf", whole.substr(0, size))), Error) << size;
  }
}

}  // namespace
}  // namespace impinge
