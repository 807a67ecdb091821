// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What URDF and SRDF say, and every way in which they are refused: with the file and the line, within a second.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <impinge/robot.h>

#include <numbers>
#include <random>

#include "base/stopwatch.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::expect_error;
using test::TemporaryFolder;

std::string link(const std::string& name, const std::string& geometry = R"(<box size="1 1 1"/>)") {
  return "<link name=\"" + name + "\">\n" +
         (geometry.empty() ? "" : "<collision><geometry>" + geometry + "</geometry></collision>\n") + "</link>\n";
}

std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& rest = R"(<limit lower="-2" upper="2"/>)", const std::string& type = "revolute") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\">\n<parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/>\n" + rest + "\n</joint>\n";
}

std::string robot(const std::string& inside) {
  return "<?xml version=\"1.0\"?>\n<robot name=\"r\">\n" + inside + "</robot>\n";
}

const std::string kTriangles = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

class LoadRobot : public ::testing::Test {
 protected:
  Robot load(const std::string& inside, const std::string& srdf = "", const std::string& units = "m") {
    const auto file = folder_.write("r.urdf", robot(inside));
    RobotFiles files;
    files.units = units;
    if (!srdf.empty()) files.srdf = folder_.write("s.srdf", srdf);
    return load_robot(file, files);
  }
  void refuse(ErrorCode code, std::vector<std::string> words, const std::string& inside, const std::string& srdf = "") {
    words.push_back(srdf.empty() ? "r.urdf" : "s.srdf");
    const Stopwatch watch;
    expect_error(code, words, [&] { load(inside, srdf); });
    if (watch.ms() > 1000) std::printf("refused after %.1f s\n", watch.ms() / 1000);
  }
  TemporaryFolder folder_;
};

TEST_F(LoadRobot, primitivesAreSolidsAndLengthsMetres) {
  const Robot r =
      load(link("a", R"(<box size="1 2 3"/>)") + link("b", R"(<sphere radius="0.5"/>)") +
               link("c", R"(<cylinder radius="0.5" length="2"/>)") + link("d", R"(<capsule radius="0.5" length="2"/>)") +
               joint("ab", "a", "b", R"(<origin xyz="1 0 0" rpy="0 0 0"/><limit lower="-2" upper="2"/>)") +
               joint("bc", "b", "c", R"(<axis xyz="0 0 2"/><limit lower="0" upper="0.5"/>)", "prismatic") +
               joint("cd", "c", "d", "", "continuous"),
           "", "mm");
  const RobotModel& model = r.model();
  EXPECT_EQ(model.links[0].bodies[0].solid->kind(), SolidKind::box);
  EXPECT_TRUE(model.links[0].bodies[0].solid->bounds()[1].isApprox(Vec3(500, 1000, 1500), 1e-9));
  EXPECT_EQ(model.links[1].bodies[0].solid->kind(), SolidKind::sphere);
  EXPECT_EQ(model.links[2].bodies[0].solid->kind(), SolidKind::cylinder);
  EXPECT_EQ(model.links[3].bodies[0].solid->kind(), SolidKind::capsule);
  std::vector<double> state = r.rest();
  ASSERT_EQ(state.size(), 3u);
  r.set(state, "bc", 0.25);
  const std::vector<Pose> poses = r.link_poses(state);
  EXPECT_EQ(poses[1].position, Vec3(1000, 0, 0));
  EXPECT_EQ(poses[2].position, Vec3(1000, 0, 250));
}

TEST_F(LoadRobot, meshesAreFoundBesideTheFileAndByPackage) {
  folder_.write("t.obj", kTriangles);
  const auto size = [](const Robot& r) { return r.model().links[0].bodies[0].mesh->vertices()[1].x(); };
  EXPECT_EQ(size(load(link("a", R"(<mesh filename="t.obj" scale="2 1 1"/>)"))), 2);
  EXPECT_EQ(size(load(link("a", R"(<mesh filename="t.obj"/>)"), "", "mm")), 1000);
  const std::filesystem::path root = folder_.path();
  std::filesystem::create_directories(root / "pack" / "meshes");
  std::filesystem::create_directories(root / "odd" / "urdf");
  folder_.write("pack/meshes/t.obj", kTriangles);
  folder_.write("odd/package.xml", "<package><name> thing </name></package>");
  folder_.write("odd/t.obj", kTriangles);
  EXPECT_EQ(size(load(link("a", R"(<mesh filename="package://pack/meshes/t.obj"/>)"))), 1);
  folder_.write("odd/urdf/r.urdf", robot(link("a", R"(<mesh filename="package://thing/t.obj"/>)")));
  EXPECT_EQ(size(load_robot(root / "odd" / "urdf" / "r.urdf", {})), 1);
  const auto far = folder_.write("far.urdf", robot(link("a", R"(<mesh filename="package://gone/t.obj"/>)")));
  expect_error(ErrorCode::file_missing, {"far.urdf", "line 4", "gone", "--package-path"}, [&] { load_robot(far, {}); });
  std::filesystem::create_directories(root / "elsewhere" / "gone");
  folder_.write("elsewhere/gone/t.obj", kTriangles);
  EXPECT_EQ(size(load_robot(far, {.packages = {root / "elsewhere"}})), 1);
  EXPECT_EQ(size(load_robot(far, {.packages = {root / "elsewhere" / "gone"}})), 1);
}

TEST_F(LoadRobot, mimicJointsFollow) {
  const Robot r =
      load(link("a") + link("b") + link("c") + link("d") + joint("one", "a", "b") +
           joint("two", "b", "c", R"(<limit lower="-9" upper="9"/><mimic joint="one" multiplier="-2" offset="1"/>)") +
           joint("three", "c", "d", R"(<limit lower="-9" upper="9"/><mimic joint="two" multiplier="3"/>)"));
  std::vector<double> state = r.rest();
  ASSERT_EQ(state.size(), 1u);
  r.set(state, "one", 0.5);
  EXPECT_EQ(r.joint_values(state), (std::vector<double>{0.5, 0, 0}));
  expect_error(ErrorCode::bad_argument, {"two", "follows", "one"}, [&] { r.set(state, "two", 0); });
}

TEST_F(LoadRobot, srdfHasPairsGroupsAndStates) {
  const std::string three = link("a") + link("b") + link("c") + joint("ab", "a", "b") + joint("bc", "b", "c");
  const Robot r = load(three, R"(<robot name="r"><group name="arm"><chain base_link="a" tip_link="c"/></group>
<group name="all"><group name="arm"/><link name="a"/></group>
<group_state name="home" group="arm"><joint name="ab" value="1"/><joint name="bc" value="-1"/></group_state>
<virtual_joint name="world" type="fixed" parent_frame="w" child_link="a"/>
<disable_collisions link1="b" link2="a" reason="Adjacent"/></robot>)");
  ASSERT_EQ(r.model().disabled.size(), 1u);
  EXPECT_EQ(r.model().disabled[0].reason, "Adjacent");
  EXPECT_EQ(r.model().groups[0].joints, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(r.model().groups[0].links, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(r.model().groups[1].links.size(), 3u);
  std::vector<double> state = r.rest();
  r.set_named(state, "home");
  EXPECT_EQ(state, (std::vector<double>{1, -1}));
  expect_error(ErrorCode::bad_argument, {"elsewhere", "home (arm)"}, [&] { r.set_named(state, "elsewhere"); });
  refuse(ErrorCode::file_format, {"line 1", "no link \"x\""}, three,
         R"(<robot name="r"><disable_collisions link1="x" link2="a"/></robot>)");
  refuse(ErrorCode::file_format, {"no joint \"x\"", "line 3"}, three,
         "<robot name=\"r\"><group name=\"g\"/>\n<group_state name=\"s\" group=\"g\">\n<joint name=\"x\" value=\"0\"/>"
         "</group_state></robot>");
  refuse(ErrorCode::file_format, {"is not below"}, three,
         R"(<robot><group name="g"><chain base_link="c" tip_link="a"/></group></robot>)");
  refuse(ErrorCode::file_format, {"URDF, not an SRDF"}, three, robot(three));
}

TEST_F(LoadRobot, whatIsNoTreeIsRefused) {
  refuse(ErrorCode::file_format, {"loop", "line"}, link("a") + link("b") + joint("ab", "a", "b") + joint("ba", "b", "a"));
  refuse(ErrorCode::file_format, {"loop"},
         link("a") + link("b") + link("c") + joint("bc", "b", "c") + joint("cb", "c", "b"));
  refuse(ErrorCode::file_format, {"child of joint \"ac\" and of joint \"bc\""},
         link("a") + link("b") + link("c") + joint("ab", "a", "b") + joint("ac", "a", "c") + joint("bc", "b", "c"));
  refuse(ErrorCode::file_format, {"one root"}, link("a") + link("b"));
  refuse(ErrorCode::file_format, {"itself"}, link("a") + joint("aa", "a", "a"));
  refuse(ErrorCode::file_format, {"no links"}, "");
  refuse(ErrorCode::file_format, {"two links", "line 6"}, link("a") + link("a"));
}

TEST_F(LoadRobot, whatIsDamagedIsRefusedWithItsLine) {
  const std::string two = link("a") + link("b");
  refuse(ErrorCode::file_format, {"no link \"x\""}, link("a") + joint("ax", "a", "x"));
  refuse(ErrorCode::file_format, {"follows \"x\"", "does not exist"},
         two + joint("ab", "a", "b", R"(<limit lower="0" upper="1"/><mimic joint="x"/>)"));
  refuse(ErrorCode::file_format, {"line ", "\"ab\" follows itself"},
         two + joint("ab", "a", "b", R"(<limit lower="0" upper="1"/><mimic joint="ab"/>)"));
  refuse(ErrorCode::file_format, {"no direction"},
         two + joint("ab", "a", "b", R"(<axis xyz="0 0 0"/><limit lower="0" upper="1"/>)"));
  refuse(ErrorCode::file_format, {"limits are 1 to 0"}, two + joint("ab", "a", "b", R"(<limit lower="1" upper="0"/>)"));
  refuse(ErrorCode::file_format, {"needs <limit"}, two + joint("ab", "a", "b", ""));
  refuse(ErrorCode::unsupported, {"floating"}, two + joint("ab", "a", "b", "", "floating"));
  refuse(ErrorCode::file_format, {"no joint is \"wheel\""}, two + joint("ab", "a", "b", "", "wheel"));
  refuse(ErrorCode::file_format, {"3 numbers", "1 1"}, link("a", R"(<box size="1 1"/>)"));
  refuse(ErrorCode::file_format, {"not greater than 0"}, link("a", R"(<box size="1 1 0"/>)"));
  refuse(ErrorCode::file_format, {"radius", "greater than 0"}, link("a", R"(<sphere radius="0"/>)"));
  refuse(ErrorCode::file_format, {"scale", "0 along an axis", "line 4"},
         link("a", R"(<mesh filename="t.obj" scale="1 0 1"/>)"));
  refuse(ErrorCode::file_missing, {"line 4", "t.obj"}, link("a", R"(<mesh filename="t.obj"/>)"));
  refuse(ErrorCode::unsupported, {"http"}, link("a", R"(<mesh filename="http://x/t.obj"/>)"));
  refuse(ErrorCode::unsupported, {"xacro"}, "<xacro:include filename=\"x\"/>" + link("a"));
  refuse(ErrorCode::unsupported, {"cone"}, link("a", R"(<cone radius="1"/>)"));
  folder_.write("bad.stl", "solid nothing");
  refuse(ErrorCode::file_format, {"bad.stl", "line 4"}, link("a", R"(<mesh filename="bad.stl"/>)"));
  expect_error(ErrorCode::file_format, {"not a URDF", "mujoco"},
               [&] { load_robot(folder_.write("m.urdf", "<mujoco></mujoco>"), {}); });
}

TEST_F(LoadRobot, bombsAreRefused) {
  const auto refused = [&](ErrorCode code, const std::vector<std::string>& words, const std::string& text) {
    const auto file = folder_.write("bomb.urdf", text);
    expect_error(code, words, [&] { load_robot(file, {}); });
  };
  std::string laughs = "<?xml version=\"1.0\"?><!DOCTYPE robot [<!ENTITY a \"ha\">";
  for (char c = 'b'; c < 'k'; ++c) {
    laughs += std::string("<!ENTITY ") + c + " \"";
    for (int i = 0; i < 10; ++i) laughs += std::string("&") + static_cast<char>(c - 1) + ";";
    laughs += "\">";
  }
  refused(ErrorCode::file_format, {"document type"}, laughs + "]><robot name=\"&j;\"/>");
  std::string deep;
  for (int i = 0; i < 500'000; ++i) deep += "<a>";
  refused(ErrorCode::file_format, {"bomb.urdf"}, "<robot>" + deep);
  for (int i = 0; i < 500'000; ++i) deep += "</a>";
  refused(ErrorCode::file_format, {"nested"}, "<robot>" + deep + "</robot>");
  std::string wide = "<robot>";
  for (int i = 0; i < 3'000'000; ++i) wide += "<a/>";
  refused(ErrorCode::too_large, {"nothing but tags"}, wide + "</robot>");
  refused(ErrorCode::file_format, {"UTF-8"}, std::string("\xff\xfe<\0r\0", 6));
  std::string chain;
  for (int i = 0; i < 20'000; ++i) chain += link("l" + std::to_string(i), "");
  for (int i = 1; i < 20'000; ++i)
    chain += joint("j" + std::to_string(i), "l" + std::to_string(i - 1), "l" + std::to_string(i), "", "fixed");
  EXPECT_EQ(load(chain).model().links.size(), 20'000u);
}

TEST_F(LoadRobot, anyDamageGivesAnAnswerOrAnError) {
  folder_.write("t.obj", kTriangles);
  const std::string text = robot(link("a") + link("b", R"(<mesh filename="t.obj" scale="1 1 1"/>)") + joint("ab", "a", "b"));
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = text;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
    if (i % 3 == 0) damaged.resize(random() % damaged.size() + 1);
    try {
      load_robot(folder_.write("d.urdf", damaged), {});
    } catch (const Error&) {
    }
  }
}

TEST_F(LoadRobot, linksAreObjectsAndAdjacentOnesAreLeftOutWithoutAnSrdf) {
  const Robot r = load(link("a") + link("b") + "<link name=\"c\">" +
                       R"(<collision name="left"><geometry><box size="1 1 1"/></geometry></collision>)" +
                       R"(<collision><geometry><sphere radius="1"/></geometry></collision></link>)" + joint("ab", "a", "b") +
                       joint("bc", "b", "c"));
  Scene scene;
  const PlacedRobot placed = place_robot(scene, r, r.rest());
  ASSERT_EQ(placed.objects.size(), 4u);
  EXPECT_EQ(scene.object(placed.objects[2]).name, "c/left");
  EXPECT_EQ(scene.object(placed.objects[3]).name, "c/2");
  EXPECT_EQ(placed.links, (std::vector<std::uint32_t>{0, 1, 2, 2}));
  // a meets both bodies of c; the rest is adjacent, or the same link.
  EXPECT_EQ(Engine().check(scene).pairs.size(), 2u);
  Scene every;
  place_robot(every, r, r.rest(), {}, AdjacentLinks::checked);
  EXPECT_EQ(Engine().check(every).pairs.size(), 5u);
}

}  // namespace
}  // namespace impinge
