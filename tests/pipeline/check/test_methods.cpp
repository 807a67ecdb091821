// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The table of methods: a word for each way to ask, and the same answer whoever finds the face pairs.

#include <gtest/gtest.h>

#include <set>

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <support/ask.h>

#include "pipeline/check/methods.h"
#include "scenes/scenes.h"

namespace impinge::test {
namespace {

TEST(Methods, EveryOneHasARowOfItsOwn) {
  std::set<std::string_view> words;
  std::set<Method> asked;
  for (const MethodInfo& m : methods()) {
    EXPECT_TRUE(words.insert(m.name).second) << m.name << " twice";
    if (!m.method) continue;
    EXPECT_TRUE(asked.insert(*m.method).second) << m.name;
    EXPECT_EQ(to_string(*m.method), m.name);
    Method method{};
    EXPECT_TRUE(from_string(m.name, method));
    EXPECT_EQ(method, *m.method);
    EXPECT_TRUE(std::holds_alternative<Localiser>(row_of(*m.method).function)) << m.name;
  }
  // All numbers but that of `auto`, so none was forgotten between two others.
  EXPECT_EQ(static_cast<std::size_t>(*asked.rbegin()), asked.size());
}

TEST(Methods, ChoicesAreWordsWithoutARow) {
  Method method = Method::zlist;
  EXPECT_TRUE(from_string("auto", method));
  EXPECT_EQ(method, Method::automatic);
  EXPECT_FALSE(from_string("overlap_region", method));
  Broad broad{};
  EXPECT_TRUE(from_string("none", broad));
  EXPECT_EQ(broad, Broad::none);
  EXPECT_STREQ(to_string(Broad::brute_boxes), "brute_boxes");
  EXPECT_FALSE(from_string("slice_map", broad));
}

TEST(Methods, ANumberWithoutARowIsRefused) {
  EXPECT_THROW(Engine().check(Scene(), {.method = static_cast<Method>(200)}), Error);
}

class MethodScenes : public testing::TestWithParam<scenes::NamedScene> {};

TEST_P(MethodScenes, SameAnswerByEveryMethod) {
  const Scene scene = GetParam().make();
  CheckOptions options;
  options.clearance = GetParam().clearance;
  const CheckResult expected = Engine().check(scene, options);
  for (const Method method : face_methods()) {
    options.method = method;
    const CheckResult found = Engine().check(scene, options);
    ASSERT_EQ(found.pairs.size(), expected.pairs.size()) << to_string(method);
    for (std::size_t i = 0; i < found.pairs.size(); ++i)
      EXPECT_EQ(found.pairs[i].face_pairs, expected.pairs[i].face_pairs) << to_string(method);
    EXPECT_EQ(answer_hash(found), answer_hash(expected)) << to_string(method);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MethodScenes, testing::ValuesIn(scenes::named_scenes().begin(), scenes::named_scenes().end()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace impinge::test
