// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Three robots in all poses of a reference that was made with exact predicates and FCL, without this library: the same pairs
// of links meet, with and without the SRDF, and the others are as far apart.
#include <gtest/gtest.h>
#include <impinge/impinge.h>
#include <impinge/io.h>
#include <impinge/robot.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "support/data_folder.h"

namespace impinge {
namespace {

using Json = nlohmann::json;
using LinkPairs = std::set<std::pair<std::string, std::string>>;

std::pair<std::string, std::string> ordered(std::string a, std::string b) {
  if (b < a) std::swap(a, b);
  return {a, b};
}

LinkPairs pairs_of(const Json& list) {
  LinkPairs pairs;
  for (const Json& entry : list) pairs.insert(ordered(entry[0], entry[1]));
  return pairs;
}

LinkPairs meeting(const Scene& scene, const CheckResult& result) {
  LinkPairs pairs;
  for (const PairAnswer& pair : result.pairs)
    if (pair.verdict != Verdict::near) pairs.insert(ordered(scene.object(pair.a).name, scene.object(pair.b).name));
  return pairs;
}

std::vector<double> state_of(const Robot& robot, const Json& joints) {
  std::vector<double> state = robot.rest();
  for (const auto& [name, value] : joints.items()) {
    const auto& model = robot.model().joints;
    const auto joint =
        std::find_if(model.begin(), model.end(), [&name = name](const RobotJoint& j) { return j.name == name; });
    if (joint != model.end() && joint->mimic) continue;
    robot.set(state, name, value);
  }
  return state;
}

class RealRobots : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::filesystem::path folder = test::data_folder();
    std::ifstream file(folder / "cad_robot_answers.json");
    if (!file) GTEST_SKIP() << "no robots: " << folder << " is not there (set IMPINGE_DATA)";
    answers_ = Json::parse(file)["robots"][GetParam()];
    urdf_ = folder / answers_["urdf"].get<std::string>();
    srdf_ = folder / answers_["srdf"].get<std::string>();
  }
  Json answers_;
  std::filesystem::path urdf_, srdf_;
};

TEST_P(RealRobots, theSamePairsOfLinksMeetInAllPoses) {
  const Robot rules = load_robot(urdf_, {.srdf = srdf_});
  RobotModel model = rules.model();
  model.disabled.clear();
  const Robot all(std::move(model));
  const Engine engine;
  int poses = 0, pairs = 0, distances = 0;
  for (const Json& pose : answers_["poses"]) {
    SCOPED_TRACE(pose["pose"].get<std::string>());
    const std::vector<double> state = state_of(all, pose["joints"]);
    LinkPairs expected = pairs_of(pose["links_that_meet"]);
    expected.merge(pairs_of(pose.value("contained", Json::array())));
    const LinkPairs fragile = pairs_of(pose.value("touch_fragile", Json::array()));
    Scene scene;
    scene.units = "m";
    place_robot(scene, all, state, {}, AdjacentLinks::checked);
    const CheckResult result = engine.check(scene, {.clearance = std::numeric_limits<double>::infinity()});
    LinkPairs found = meeting(scene, result);
    for (const auto& pair : fragile) {
      found.erase(pair);
      expected.erase(pair);
    }
    EXPECT_EQ(found, expected);
    pairs += static_cast<int>(result.pairs.size());
    for (const PairAnswer& pair : result.pairs) {
      if (pair.verdict != Verdict::near) continue;
      const std::string a = scene.object(pair.a).name, b = scene.object(pair.b).name;
      const Json& known = pose["distances"];
      const auto entry = known.contains(a + " | " + b) ? known.find(a + " | " + b) : known.find(b + " | " + a);
      if (entry == known.end()) continue;
      ++distances;
      EXPECT_NEAR(*pair.distance, entry->get<double>(), 1e-6 + 5e-6 * *pair.distance)  // six digits
          << a << " | " << b;
    }
    Scene cell;
    place_robot(cell, rules, state);
    LinkPairs left = meeting(cell, engine.check(cell)), expected_left = pairs_of(pose["meet_not_disabled"]);
    for (const auto& pair : pairs_of(pose.value("contained", Json::array())))
      if (std::none_of(rules.model().disabled.begin(), rules.model().disabled.end(), [&](const DisabledLinks& d) {
            return ordered(rules.model().links[d.a].name, rules.model().links[d.b].name) == pair;
          }))
        expected_left.insert(pair);
    for (const auto& pair : fragile) {
      left.erase(pair);
      expected_left.erase(pair);
    }
    EXPECT_EQ(left, expected_left);
    ++poses;
  }
  std::printf("%s: %d poses, %d pairs of links, %d distances\n", GetParam(), poses, pairs, distances);
  EXPECT_GT(poses, 20);
}

TEST_P(RealRobots, framesAndDisabledPairsAreThoseOfTheReference) {
  const Robot robot = load_robot(urdf_, {.srdf = srdf_});
  EXPECT_EQ(robot.variables().size(), answers_["free_joints"].size());
  LinkPairs disabled;
  for (const DisabledLinks& d : robot.model().disabled)
    disabled.insert(ordered(robot.model().links[d.a].name, robot.model().links[d.b].name));
  EXPECT_EQ(disabled, pairs_of(answers_["disabled_pairs"]));
  for (const Json& pose : answers_["poses"]) {
    if (pose["pose"] != "random 1") continue;
    const std::vector<Pose> poses = robot.link_poses(state_of(robot, pose["joints"]));
    for (const auto& [name, matrix] : answers_["world_of_pose_random_1"].items()) {
      const auto& links = robot.model().links;
      const auto link =
          std::find_if(links.begin(), links.end(), [&name = name](const RobotLink& l) { return l.name == name; });
      ASSERT_NE(link, links.end()) << name;
      const Pose& found = poses[static_cast<std::size_t>(link - links.begin())];
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) {
          const Json& value = matrix.size() == 12 ? matrix[static_cast<std::size_t>(4 * i + k)]
                                                  : matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
          EXPECT_NEAR(k < 3 ? found.rotation(i, k) : found.position[i], value.get<double>(), 1e-7) << name;
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealRobots, ::testing::Values("panda", "iiwa14", "ur5"));

}  // namespace
}  // namespace impinge
