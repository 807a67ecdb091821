// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Recorded scenes of the data folder: mechanisms at their starting poses, and two moving bodies at many moments.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include <impinge/io.h>
#include <support/ask.h>
#include <support/data_folder.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

namespace impinge::test {
namespace {

using Json = nlohmann::json;

class RealScenes : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_folder() / "computed" / "fixtures.json")) {
      GTEST_SKIP() << "no recorded scenes: " << data_folder() << " is absent; name the folder in IMPINGE_DATA";
    }
  }
};

Vec3 vector_of(const Json& body, const char* key) {
  if (!body.contains(key)) return Vec3::Zero();
  return {body[key][0].get<double>(), body[key][1].get<double>(), body[key][2].get<double>()};
}

Mesh scaled_mesh(const Json& body) {
  const auto folder = data_folder() / "05-mechanisms" / "rigid-ipc" / "meshes";
  Soup soup = soup_of(load_mesh(folder / body["mesh"].get<std::string>()));
  if (!body.contains("scale")) return soup.mesh();
  const Json& scale = body["scale"];
  const Vec3 factors = scale.is_array() ? vector_of(body, "scale") : Vec3::Constant(scale.get<double>()).eval();
  for (Vec3& p : soup.vertices) p = p.cwiseProduct(factors);
  return soup.mesh();
}

// R = Rz * Ry * Rx, in degrees.
Pose pose_of(const Json& body) {
  const Vec3 angles = vector_of(body, "rotation") * (std::numbers::pi / 180);
  const Eigen::Quaterniond turn = Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) *
                                  Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
                                  Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
  return Pose::from_quaternion(vector_of(body, "position"), {turn.x(), turn.y(), turn.z(), turn.w()});
}

TEST_F(RealScenes, MechanismsStartApart) {
  const Json fixtures = Json::parse(std::ifstream(data_folder() / "computed" / "fixtures.json"));
  for (const auto& [file, expected] : fixtures.items()) {
    const Json fixture = Json::parse(std::ifstream(data_folder() / file));
    Scene scene;
    for (const Json& body : fixture["rigid_body_problem"]["rigid_bodies"]) {
      if (body.value("enabled", true)) scene.add(body["mesh"].get<std::string>(), scaled_mesh(body), pose_of(body));
    }
    const double distance = expected["min_distance"];
    CheckOptions options;
    options.clearance = distance * 1.01;
    double least = std::numeric_limits<double>::infinity();
    for (const PairAnswer& pair : Engine().check(scene, options).pairs) {
      EXPECT_EQ(pair.face_pair_count, 0u) << file;
      EXPECT_EQ(pair.verdict, Verdict::near) << file;
      least = std::min(least, *pair.distance);
    }
    // Angles in degrees are turned into rotations by other steps than the checker's.
    EXPECT_NEAR(least, distance, 1e-5 * distance + 1e-12) << file;
  }
}

// The attributes of one element: name="value" ...
std::string attribute(const std::string& text, const std::string& name, std::size_t from) {
  const std::size_t at = text.find(name + "=\"", from);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + name.size() + 2;
  return text.substr(begin, text.find('"', begin) - begin);
}

struct Scenario {
  std::vector<Mesh> meshes;
  std::vector<std::array<Pose, 2>> moments;
};

Pose recorded_pose(const std::string& text, std::size_t at, const std::string& object) {
  Pose pose;
  std::istringstream position(attribute(text, object + "_pos", at)), cosines(attribute(text, object + "_dc", at));
  for (int i = 0; i < 3; ++i) position >> pose.position[i];
  for (int i = 0; i < 9; ++i) cosines >> pose.rotation(i / 3, i % 3);
  return pose;
}

Scenario read_scenario(const std::filesystem::path& file) {
  std::stringstream buffer;
  buffer << std::ifstream(file).rdbuf();
  const std::string text = buffer.str();
  Scenario scenario;
  for (std::size_t at = text.find("<OBJECT"); at != std::string::npos; at = text.find("<OBJECT", at + 1)) {
    const std::size_t end = text.find("</OBJECT>", at);
    Soup soup;
    for (std::size_t g = text.find("<GRID", at); g < end; g = text.find("<GRID", g + 1)) {
      soup.vertices.emplace_back(std::stod(attribute(text, "x", g)), std::stod(attribute(text, "y", g)),
                                 std::stod(attribute(text, "z", g)));
    }
    for (std::size_t t = text.find("<TRIA", at); t < end; t = text.find("<TRIA", t + 1)) {
      const auto corner = [&](const char* name) {
        return static_cast<std::uint32_t>(std::stoul(attribute(text, name, t)) - 1);
      };
      soup.faces.push_back({corner("g1"), corner("g2"), corner("g3")});
    }
    scenario.meshes.push_back(soup.mesh());
  }
  for (std::size_t at = text.find("<FRAME"); at != std::string::npos; at = text.find("<FRAME", at + 1)) {
    scenario.moments.push_back({recorded_pose(text, at, "obj1"), recorded_pose(text, at, "obj2")});
  }
  return scenario;
}

TEST_F(RealScenes, RecordedMotions) {
  const Json computed = Json::parse(std::ifstream(data_folder() / "computed" / "fcl_frames.json"));
  for (const auto& [file, expected] : computed.items()) {
    const Scenario scenario = read_scenario(data_folder() / file);
    ASSERT_EQ(scenario.meshes.size(), 2u) << file;
    for (std::size_t i = 0; i < expected["frames"].size(); ++i) {
      const auto& poses = scenario.moments.at(expected["frames"][i].get<std::size_t>());
      const double distance = expected["min_distance"][i];
      Question question;
      question.a_pose = poses[0];
      question.b_pose = poses[1];
      question.clearance = distance * 1.01;
      const PairAnswer answer = ask(scenario.meshes[0], scenario.meshes[1], question);
      EXPECT_EQ(answer.face_pair_count, expected["intersecting_triangle_pairs"][i].get<std::uint64_t>()) << file << " " << i;
      ASSERT_TRUE(answer.distance) << file << " " << i;
      EXPECT_NEAR(*answer.distance, distance, 1e-7 * distance) << file << " " << i;
    }
  }
}

}  // namespace
}  // namespace impinge::test
