// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <impinge/engine.h>

#include "scenes/scenes.h"

namespace impinge {
namespace {

struct Found {
  std::string a, b;
  Verdict verdict;
  bool ignored;
  bool operator==(const Found&) const = default;
};

void PrintTo(const Found& found, std::ostream* out) {
  *out << found.a << " " << found.b << " " << to_string(found.verdict) << (found.ignored ? " ignored" : "");
}

std::vector<Found> check(const Scene& scene, std::optional<double> clearance = {}) {
  CheckOptions options;
  options.ignored = true;
  options.clearance = clearance;
  std::vector<Found> result;
  for (const PairAnswer& pair : Engine().check(scene, options).pairs) {
    result.push_back({scene.object(pair.a).name, scene.object(pair.b).name, pair.verdict, pair.ignored});
  }
  return result;
}

class NamedScenes : public testing::TestWithParam<scenes::NamedScene> {};

TEST_P(NamedScenes, GivesTheVerdictsWrittenBesideIt) {
  std::vector<Found> expected;
  for (const scenes::ExpectedPair& pair : GetParam().expected) {
    expected.push_back({std::string(pair.a), std::string(pair.b), pair.verdict, pair.ignored});
  }
  EXPECT_EQ(check(GetParam().make(), GetParam().clearance), expected);
}

INSTANTIATE_TEST_SUITE_P(All, NamedScenes, testing::ValuesIn(scenes::named_scenes().begin(), scenes::named_scenes().end()),
                         [](const auto& instance) { return std::string(instance.param.name); });

class NamedMotions : public testing::TestWithParam<scenes::NamedMotion> {};

TEST_P(NamedMotions, MeetAtTheStepWrittenBesideIt) {
  const scenes::NamedMotion& motion = GetParam();
  Scene scene = motion.make();
  for (int step = 0; step <= motion.first_contact; ++step) {
    SCOPED_TRACE(step);
    motion.advance(scene, step);
    const std::vector<Found> found = check(scene);
    if (step < motion.first_contact) {
      EXPECT_TRUE(found.empty());
    } else {
      EXPECT_EQ(found, (std::vector<Found>{{std::string(motion.a), std::string(motion.b), Verdict::crossing, false}}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NamedMotions,
                         testing::ValuesIn(scenes::named_motions().begin(), scenes::named_motions().end()),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST(SceneList, ManyShuttleBoxesOverlap) {
  const Scene scene = scenes::find_scene("fifteen_shuttles").make();
  EXPECT_EQ(scene.objects().size(), 15U);
  const CheckResult result = Engine().check(scene);
  ASSERT_EQ(result.pairs.size(), 1U);
  EXPECT_EQ(result.pairs[0].face_pair_count, result.pairs[0].face_pairs.size());
  for (const StageStats& stage : result.stats.stages) {
    if (stage.name == "sweep_boxes") {
      EXPECT_GE(stage.out, 30U);
    }
  }
}

TEST(SceneList, UnknownNameListsTheKnownOnes) {
  try {
    scenes::find_scene("nowhere");
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("fifteen_shuttles"), std::string::npos);
  }
}

}  // namespace
}  // namespace impinge
