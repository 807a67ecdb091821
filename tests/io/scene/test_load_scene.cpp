// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "io/temporary_folder.h"
#include "shape/make/generator.h"
#include "support/data_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

const std::filesystem::path kScenes = test::source_folder() / "tests/io/scenes";

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Scene parsed(const std::string& json) { return parse_scene(json, "", "scene.json"); }

std::string with_objects(const std::string& objects, const std::string& more = "") {
  return R"({"schema":"impinge.scene/1","objects":[)" + objects + "]" + more + "}";
}

const std::string kBox = R"({"name":"plate","shape":{"box":[10,10,0.1]}})";

void refused(ErrorCode code, std::vector<std::string> words, const std::string& json) {
  words.push_back("scene.json");
  expect_error(code, words, [&] { parsed(json); });
}

TEST(LoadScene, readsTheExampleOfTheManual) {
  const TemporaryFolder folder;
  write_mesh(make_box({1, 2, 3}), folder.path() / "part.stl");
  const auto file = folder.write("scene.json", content(kScenes / "good/example.json"));
  const Scene scene = load_scene(file);
  EXPECT_EQ(scene.units, "mm");
  ASSERT_EQ(scene.objects().size(), 2u);
  EXPECT_EQ(scene.objects()[0].name, "plate");
  EXPECT_EQ(scene.objects()[0].mesh.faces().size(), 12u);
  EXPECT_EQ(scene.objects()[1].pose.position, Vec3(0, 0, 5));
  ASSERT_EQ(scene.ignored().size(), 1u);
  EXPECT_EQ(scene.ignored()[0].reason, "press fit");
}

TEST(LoadScene, agreesWithTheSchemaOnGoodAndBad) {
  const TemporaryFolder folder;
  write_mesh(make_box({1, 2, 3}), folder.path() / "part.stl");
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kScenes)) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    ++count;
    if (entry.path().parent_path().filename() == "good") {
      EXPECT_NO_THROW(parse_scene(content(entry.path()), folder.path(), "scene.json"));
    } else {
      expect_error(ErrorCode::bad_scene, {"scene.json"},
                   [&] { parse_scene(content(entry.path()), folder.path(), "scene.json"); });
    }
  }
  EXPECT_GT(count, 20);
}

TEST(LoadScene, theSchemaKnowsEveryGenerator) {
  const auto schema = nlohmann::json::parse(content(test::source_folder() / "docs/scene.schema.json"));
  std::vector<std::string> names;
  for (const Generator& generator : generators()) names.emplace_back(generator.name);
  auto listed = schema["$defs"]["mesh_shape"]["propertyNames"]["enum"].get<std::vector<std::string>>();
  std::sort(names.begin(), names.end());
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, names);
}

TEST(LoadScene, takesParametersByNameAndInOrder) {
  const Scene scene = parsed(with_objects(
      R"({"name":"a","shape":{"box":[1,2,3]}},{"name":"b","shape":{"box":{"z":3,"x":1,"y":2}}},{"name":"c","shape":{"box":[1,2,3,2]}})"));
  EXPECT_EQ(scene.objects()[0].mesh.faces().size(), 12u);
  EXPECT_EQ(scene.objects()[1].mesh.vertices()[0], scene.objects()[0].mesh.vertices()[0]);
  EXPECT_EQ(scene.objects()[2].mesh.faces().size(), 48u);
}

TEST(LoadScene, turnsAndGroupsObjects) {
  const Scene scene = parsed(with_objects(
      R"({"name":"a","shape":{"box":[1,2,3]},"rotation":[0,0,1,1],"group":"a"},{"name":"b","shape":{"box":[1,2,3]},"group":"b"})"));
  EXPECT_EQ(world_point(scene.objects()[0].pose, Vec3(1, 2, 3)), Vec3(-2, 1, 3));
  EXPECT_EQ(scene.objects()[0].group, Group::a);
  EXPECT_EQ(scene.objects()[1].group, Group::b);
}

TEST(LoadScene, namesFilesByTheirStem) {
  const TemporaryFolder folder;
  write_mesh(make_box({1, 2, 3}), folder.path() / "part.one.stl");
  const std::string twice = R"({"file":"part.one.stl"},{"file":"part.one.stl"})";
  const Scene scene = parse_scene(with_objects(twice), folder.path(), "scene.json");
  EXPECT_EQ(scene.objects()[0].name, "part.one");
  EXPECT_EQ(scene.objects()[1].name, "part.one#2");
  // Read once: both objects share the arrays.
  EXPECT_EQ(scene.objects()[0].mesh.vertices().data(), scene.objects()[1].mesh.vertices().data());
  expect_error(ErrorCode::bad_scene, {"objects[1].name", "part.one", "taken"}, [&] {
    parse_scene(with_objects(R"({"file":"part.one.stl"},{"name":"part.one","shape":{"box":[1,1,1]}})"), folder.path(), "s");
  });
}

TEST(LoadScene, namesThePlaceOfWhatIsWrong) {
  refused(ErrorCode::bad_scene, {"gravity", "unknown key", "units"}, with_objects(kBox, R"(,"gravity":9.81)"));
  refused(ErrorCode::bad_scene, {"objects[0].rotatoin", "unknown key"},
          with_objects(R"({"name":"a","shape":{"box":[1,1,1]},"rotatoin":[0,0,0,1]})"));
  refused(ErrorCode::bad_scene, {"objects[1].position", "3 numbers, not 2"},
          with_objects(kBox + R"(,{"name":"b","shape":{"box":[1,1,1]},"position":[1,2]})"));
  refused(ErrorCode::bad_scene, {"objects[0].position[1]", "string"},
          with_objects(R"({"name":"b","shape":{"box":[1,1,1]},"position":[1,"2",3]})"));
  refused(ErrorCode::bad_scene, {"objects[1].name", "plate"}, with_objects(kBox + "," + kBox));
  refused(ErrorCode::bad_scene, {"objects[0].rotation", "quaternion"},
          with_objects(R"({"name":"b","shape":{"box":[1,1,1]},"rotation":[0,0,0,0]})"));
  refused(ErrorCode::bad_scene, {"objects[0].shape.box"}, with_objects(R"({"name":"b","shape":{"box":[-1,1,1]}})"));
  refused(ErrorCode::bad_scene, {"objects[0].shape.box", "colour"},
          with_objects(R"({"name":"b","shape":{"box":{"x":1,"y":1,"z":1,"colour":2}}})"));
  refused(ErrorCode::bad_scene, {"ignore[0].b", "nobody", "there is 'plate'"},
          with_objects(kBox, R"(,"ignore":[{"a":"plate","b":"nobody","reason":"x"}])"));
  refused(ErrorCode::bad_scene, {"units", "furlong"}, with_objects(kBox, R"(,"units":"furlong")"));
  refused(ErrorCode::file_missing, {"objects[0].file", "missing.stl"}, with_objects(R"({"file":"missing.stl"})"));
}

TEST(LoadScene, refusesBrokenJson) {
  refused(ErrorCode::file_format, {"JSON", "line 1"}, "{\"schema\": ");
  refused(ErrorCode::file_format, {"JSON"}, "");
  refused(ErrorCode::file_format, {"JSON"}, with_objects(kBox) + " trailing");
  refused(ErrorCode::file_format, {"twice", "name"}, with_objects(R"({"name":"a","name":"b","shape":{"box":[1,1,1]}})"));
  refused(ErrorCode::file_format, {"JSON"}, with_objects(R"({"name":"a","shape":{"box":[1e999,1,1]}})"));
  refused(ErrorCode::file_format, {"nested"}, std::string(1'000'000, '['));
  refused(ErrorCode::bad_scene, {"object"}, "[1]");
  refused(ErrorCode::bad_scene, {"object"}, "null");
  expect_error(ErrorCode::file_missing, {"nowhere.json"}, [] { load_scene("nowhere.json"); });
}

TEST(LoadScene, readsShapesBeyondMeshes) {
  const Scene scene = load_scene(kScenes / "good/csg.json");
  ASSERT_EQ(scene.objects().size(), 1u);
  const SceneObject& object = scene.objects()[0];
  ASSERT_TRUE(object.shape);
  EXPECT_EQ(object.shape->name(), "difference");
  EXPECT_EQ(object.pose.position, Vec3(1, 2, 3));
  // Along z at the side: the box, with the ball's dent from above at 5.5 - sqrt(25 - 0.64).
  std::vector<Crossing> found;
  object.shape->crossings({-0.8, 0, -9}, {0, 0, 1}, found);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].t_low, 8, 1e-12);
  EXPECT_NEAR(found[1].t_low, 9 + 5.5 - std::sqrt(25 - 0.64), 1e-12);
}

TEST(LoadScene, namesThePlaceInAShape) {
  const auto shape = [](const std::string& s) { return with_objects(R"({"name":"s","shape":)" + s + "}"); };
  const auto bad = ErrorCode::bad_scene;
  refused(bad, {"objects[0].shape.spher", "no shape is called", "csg", "sdf", "sphere_of_faces"}, shape(R"({"spher":[1]})"));
  refused(bad, {"objects[0].shape.implicit.sphere", "radius is -5"}, shape(R"({"implicit":{"sphere":{"radius":-5}}})"));
  refused(bad, {"objects[0].shape.implicit.sphere.stacks", "unknown key"},
          shape(R"({"implicit":{"sphere":{"radius":5,"stacks":3}}})"));
  refused(bad, {"objects[0].shape.csg", "union: is empty"}, shape(R"({"csg":{"union":[]}})"));
  refused(bad, {"objects[0].shape.csg.union[1].shape.implicit.torus", "tube"},
          shape(R"({"csg":{"union":[{"shape":{"box":[1,1,1]}},{"shape":{"implicit":{"torus":{"ring":1}}}}]}})"));
  refused(bad, {"objects[0].shape.csg.union[0].shape.box"}, shape(R"({"csg":{"union":[{"shape":{"box":[1,-1,1]}}]}})"));
  refused(
      ErrorCode::unsupported, {"displacement", "distance"},
      shape(
          R"({"displacement":{"base":{"shape":{"nurbs":{"sphere":{"radius":1}}}},"waves":{"amplitude":0.1,"wavelength":1}}})"));
  refused(bad, {"nurbs", "knots_u", "span nothing"},
          shape(R"({"nurbs":{"surfaces":[{"degree":[1,1],"knots_u":[1,1,1,1],"knots_v":[0,0,1,1],
                   "points":[[0,0,0],[0,1,0],[1,0,0],[1,1,1]]}]}})"));
}

}  // namespace
}  // namespace impinge
