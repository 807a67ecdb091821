// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Objects of a scene in the unit, size and orientation in which people have them.
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <Eigen/Geometry>
#include <cmath>

#include "io/temporary_folder.h"
#include "support/dice.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

std::string with_objects(const std::string& objects, const std::string& more = "") {
  return R"({"schema":"impinge.scene/1","objects":[)" + objects + "]" + more + "}";
}

class ScenePoses : public ::testing::Test {
 protected:
  ScenePoses() { folder_.write("part.obj", "v 1 2 3\nv 2 2 3\nv 1 4 3\nv 1 2 7\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"); }

  Scene parsed(const std::string& json) const { return parse_scene(json, folder_.path(), "scene.json"); }

  Pose turned(const std::string& rotation) const {
    return parsed(with_objects(R"({"file":"part.obj","rotation":)" + rotation + "}")).objects()[0].pose;
  }
  void refused(const std::vector<std::string>& words, const std::string& object) const {
    expect_error(ErrorCode::bad_scene, words, [&] { parsed(with_objects(object)); });
  }

  TemporaryFolder folder_;
};

double volume(const Mesh& mesh) {
  double sum = 0;
  for (const Face& f : mesh.faces())
    sum += mesh.vertices()[f[0]].dot(mesh.vertices()[f[1]].cross(mesh.vertices()[f[2]])) / 6;
  return sum;
}

TEST_F(ScenePoses, aPartInInchesCouldNotBeSaid) {
  const Scene scene = parsed(with_objects(
      R"({"file":"part.obj"},{"file":"part.obj","units":"in"},{"file":"part.obj","units":"m","scale":0.5,"position":[7,0,0]},)"
      R"({"name":"box","shape":{"box":[1,1,1]},"units":"cm"})"));
  EXPECT_EQ(scene.objects()[0].mesh.vertices()[0], Vec3(1, 2, 3));
  EXPECT_EQ(scene.objects()[1].mesh.vertices()[0], Vec3(25.4, 2 * 254 / 10.0, 3 * 254 / 10.0));
  EXPECT_EQ(scene.objects()[2].mesh.vertices()[0], Vec3(500, 1000, 1500));
  EXPECT_EQ(scene.objects()[2].pose.position, Vec3(7, 0, 0));
  EXPECT_EQ(scene.objects()[3].mesh.vertices().back().cwiseAbs(), Vec3(5, 5, 5));
}

TEST_F(ScenePoses, AMirroredPartKeepsItsOutside) {
  const Scene scene = parsed(
      with_objects(R"({"file":"part.obj"},{"file":"part.obj","scale":[-1,2,1]},{"file":"part.obj","scale":[-1,-1,3]})"));
  const double whole = volume(scene.objects()[0].mesh);
  EXPECT_NEAR(volume(scene.objects()[1].mesh), 2 * whole, 1e-12);
  EXPECT_NEAR(volume(scene.objects()[2].mesh), 3 * whole, 1e-12);
  EXPECT_EQ(scene.objects()[1].mesh.vertices()[0], Vec3(-1, 4, 3));
}

TEST_F(ScenePoses, ScalesOfZeroAndUnknownUnitsAreRefused) {
  refused({"objects[0].scale", "not 0"}, R"({"file":"part.obj","scale":0})");
  refused({"objects[0].scale", "[-1, 1, 1]"}, R"({"file":"part.obj","scale":-1})");
  refused({"objects[0].scale", "3 numbers"}, R"({"file":"part.obj","scale":[1,2]})");
  refused({"objects[0].units", "furlong"}, R"({"file":"part.obj","units":"furlong"})");
  refused({"objects[0].scale", "only meshes"}, R"({"name":"b","shape":{"implicit":{"sphere":{"radius":1}}},"scale":2})");
}

TEST_F(ScenePoses, RightAnglesAreExactInEveryForm) {
  for (const char* rotation : {"[0,0,1,1]", "[[0,-1,0],[1,0,0],[0,0,1]]", R"({"axis":[0,0,3],"degrees":90})",
                               R"({"axis":[0,0,-1],"degrees":270})", R"({"order":"xyz","degrees":[0,0,90]})",
                               R"({"order":"ZYX","degrees":[450,0,0]})", R"({"order":"zxz","degrees":[45,0,45]})"}) {
    EXPECT_EQ(world_point(turned(rotation), Vec3(1, 2, 3)), Vec3(-2, 1, 3)) << rotation;
  }
}

TEST_F(ScenePoses, TheOrderOfTurnsIsTheOneNamed) {
  // x to y first (about z), then y to z (about x): about fixed axes the second turn sees what the first has done.
  EXPECT_EQ(world_point(turned(R"({"order":"zxy","degrees":[90,90,0]})"), Vec3(1, 0, 0)), Vec3(0, 0, 1));
  // About its own axes the second turn is about the x that the first has turned away.
  EXPECT_EQ(world_point(turned(R"({"order":"ZXY","degrees":[90,90,0]})"), Vec3(1, 0, 0)), Vec3(0, 1, 0));
}

TEST_F(ScenePoses, AllFormsOfARotationAgree) {
  test::Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    const auto q = dice.quaternion();
    const Vec3 p = dice.point(-1, 1);
    const auto number = [](double x) { return std::to_string(x); };
    const Pose truth = Pose::from_quaternion(Vec3::Zero(), q);
    std::string matrix = "[";
    for (int r = 0; r < 3; ++r)
      matrix += (r == 0 ? "[" : ",[") + number(truth.rotation(r, 0)) + "," + number(truth.rotation(r, 1)) + "," +
                number(truth.rotation(r, 2)) + "]";
    EXPECT_LT((world_point(turned(matrix + "]"), p) - world_point(truth, p)).norm(), 1e-5);
    const Vec3 axis(q[0], q[1], q[2]);
    const double degrees = 2 * std::atan2(axis.norm(), q[3]) * 180 / 3.14159265358979323846;
    const Pose by_axis = turned("{\"axis\":[" + number(1e3 * q[0]) + "," + number(1e3 * q[1]) + "," + number(1e3 * q[2]) +
                                "],\"degrees\":" + number(degrees) + "}");
    EXPECT_LT((world_point(by_axis, p) - world_point(truth, p)).norm(), 1e-5);
  }
}

TEST_F(ScenePoses, WhatIsNoRotationIsNamed) {
  const auto part = [](const std::string& rotation) { return R"({"file":"part.obj","rotation":)" + rotation + "}"; };
  refused({"objects[0].rotation", "scales, by 2"}, part("[[2,0,0],[0,2,0],[0,0,2]]"));
  refused({"objects[0].rotation", "mirrors"}, part("[[-1,0,0],[0,1,0],[0,0,1]]"));
  refused({"objects[0].rotation", "not a rotation"}, part("[[1,1,0],[0,1,0],[0,0,1]]"));
  refused({"objects[0].rotation", "3 rows"}, part("[[1,0,0],[0,1,0]]"));
  refused({"objects[0].rotation[1]", "3 numbers"}, part("[[1,0,0],[0,1],[0,0,1]]"));
  refused({"objects[0].rotation.order", "xzz"}, part(R"({"order":"xzz","degrees":[1,2,3]})"));
  refused({"objects[0].rotation.order", "xYz"}, part(R"({"order":"xYz","degrees":[1,2,3]})"));
  refused({"objects[0].rotation", "\"axis\" or \"order\""}, part(R"({"degrees":[1,2,3]})"));
  refused({"objects[0].rotation", "\"degrees\" is missing"}, part(R"({"axis":[1,2,3]})"));
  refused({"objects[0].rotation.axis", "no length"}, part(R"({"axis":[0,0,0],"degrees":5})"));
  refused({"objects[0].rotation", "quaternion", "string"}, part("\"90\""));
}

TEST_F(ScenePoses, KeyframesTakeEveryFormToo) {
  const Scene scene =
      parsed(with_objects(R"({"file":"part.obj","keyframes":[{"t":0,"rotation":{"axis":[0,0,1],"degrees":90}},{"t":1}]})"));
  EXPECT_EQ(world_point(scene.objects()[0].pose, Vec3(1, 2, 3)), Vec3(-2, 1, 3));
}

TEST_F(ScenePoses, AFileWithoutPartsIsOnePart) {
  const Scene scene =
      parsed(with_objects(R"({"file":"part.obj","parts":true},{"name":"lid","file":"part.obj","parts":true})"));
  ASSERT_EQ(scene.objects().size(), 2u);
  EXPECT_EQ(scene.objects()[0].name, "part");
  EXPECT_EQ(scene.objects()[1].name, "lid/part");
  refused({"objects[0].parts", "file"}, R"({"name":"b","shape":{"box":[1,1,1]},"parts":true})");
  refused({"objects[0].parts", "true or false"}, R"({"file":"part.obj","parts":1})");
}

}  // namespace
}  // namespace impinge
