// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Rules through the engine, and the rulebook against a walk over all pairs. Cases in words are in tests/cli/test_rules.py.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <cmath>
#include <functional>
#include <limits>

#include "pipeline/rules/rulebook.h"
#include "tests/support/dice.h"

namespace impinge {
namespace {

Scene random_scene(test::Dice& dice, std::uint32_t count) {
  Scene scene;
  for (std::uint32_t i = 0; i < count; ++i) {
    Pose pose;
    pose.position = {dice.real(-10, 10), dice.real(-10, 10), dice.real(-10, 10)};
    const ObjectId id = scene.add(fmt::format("{}{}", "abc"[i % 3], i % 7), make_box({1.5, 1.5, 1.5}), pose,
                                  static_cast<Group>(i % 11 < 9 ? 0 : i % 11 - 8));
    scene.set_groups(id, {fmt::format("g{}", i % 4), fmt::format("h{}", i % 5)});
    if (i % 2 == 0) scene.set_layer(id, fmt::format("l{}", i % 6));
  }
  return scene;
}

std::vector<Rule> random_rules(test::Dice& dice, std::uint32_t count) {
  const std::string patterns[] = {"*",   "a*",       "b?",           "[ab]*",   "*[!3]",
                                  "c3*", "group:g1", "group:h[0-2]", "layer:*", "layer:l4"};
  const auto pattern = [&] {
    return patterns[static_cast<std::size_t>(dice.integer(0, static_cast<int>(std::size(patterns)) - 1))];
  };
  std::vector<Rule> rules(count);
  for (Rule& rule : rules) {
    rule.a = {pattern()};
    if (dice.integer(1, 6) == 1) {
      rule.self = true;
      rule.ignore = dice.integer(1, 2) == 1;
      continue;
    }
    rule.b = {pattern(), pattern()};
    rule.ignore = dice.integer(1, 4) == 1;
    if (!rule.ignore && dice.integer(1, 2) == 1) rule.min = dice.real(0, 3);
    if (!rule.ignore && dice.integer(1, 6) == 1) rule.max = rule.min.value_or(0) + dice.real(1, 12);
  }
  return rules;
}

TEST(Rules, RulebookAgreesWithAWalkOverAllPairs) {
  test::Dice dice(1);
  for (int n = 0; n < 60; ++n) {
    Scene scene = random_scene(dice, 40);
    scene.set_rules(random_rules(dice, n % 9));
    for (int k = 0; k < n % 5; ++k)
      scene.ignore({static_cast<std::uint32_t>(dice.integer(0, 39))}, {static_cast<std::uint32_t>(dice.integer(0, 39))},
                   "seen");
    const bool listed = n % 2 == 0;
    const Rulebook book(scene, 0.5, listed);
    CheckResult counted, expected;
    book.count(true, false, counted);
    const auto rules = scene.rules();
    bool asks = false;
    for (const Rule& rule : rules) asks = asks || (!rule.self && !rule.ignore);
    for (std::uint32_t b = 1; b < 40; ++b)
      for (std::uint32_t a = 0; a < b; ++a) {
        if (!groups_meet(scene.objects()[a].group, scene.objects()[b].group)) continue;
        bool ignored = false;
        for (const IgnoredPair& pair : scene.ignored()) ignored = ignored || (pair.a.value == a && pair.b.value == b);
        const Rule* const rule = ignored ? nullptr : scene.find_rule({a}, {b});
        const Rulebook::Entry entry = book.find({a, b});
        EXPECT_EQ(entry.rule, rule == nullptr ? Rulebook::kNoRule : static_cast<std::uint32_t>(rule - rules.data()));
        ignored = ignored || (rule != nullptr && rule->ignore);
        const bool unasked = !ignored && rule == nullptr && asks;
        EXPECT_EQ(book.computes({a, b}), !unasked && (!ignored || listed));
        ++(unasked ? expected.skipped.unasked : ignored && !listed ? expected.skipped.ignored : expected.asked);
        const auto clearance = book.clearance({a, b});
        EXPECT_EQ(*clearance, rule == nullptr || rule->ignore ? 0.5
                              : rule->max                     ? std::numeric_limits<double>::infinity()
                                                              : rule->min.value_or(0.5));
        if (book.computes({a, b}) && std::isfinite(*clearance)) {
          EXPECT_GE(std::min(book.reach(a), book.reach(b)), *clearance);
        }
      }
    EXPECT_EQ(counted.asked, expected.asked);
    EXPECT_EQ(counted.skipped.ignored, expected.skipped.ignored);
    EXPECT_EQ(counted.skipped.unasked, expected.skipped.unasked);
  }
}

// The answer of a check of just these two, as far as rules have a say.
std::optional<PairAnswer> alone(const Scene& scene, std::uint32_t a, std::uint32_t b, std::optional<double> clearance) {
  Scene two;
  for (const std::uint32_t o : {a, b}) two.add(scene.objects()[o].name, scene.objects()[o].mesh, scene.objects()[o].pose);
  CheckOptions options;
  options.clearance = clearance;
  const CheckResult result = Engine().check(two, options);
  return result.pairs.empty() ? std::nullopt : std::optional(result.pairs.front());
}

TEST(Rules, EveryPairIsAnsweredAsIfItWereAlone) {
  test::Dice dice(2);
  for (int n = 0; n < 12; ++n) {
    Scene scene = random_scene(dice, 30);
    scene.set_rules(random_rules(dice, 1 + n % 6));
    Engine engine;
    if (n % 2 == 0)
      for (const SceneObject& object : scene.objects()) engine.prepare(object.mesh);
    CheckOptions options;
    options.face_pairs = n % 3 != 0;
    if (n % 4 == 0) options.clearance = 1;
    const CheckResult result = engine.check(scene, options);
    const Rulebook book(scene, options.clearance, false);
    auto next = result.pairs.begin();
    for (std::uint32_t a = 0; a < 30; ++a)
      for (std::uint32_t b = a + 1; b < 30; ++b) {
        if (!groups_meet(scene.objects()[a].group, scene.objects()[b].group) || !book.computes({a, b})) continue;
        const auto expected = alone(scene, a, b, book.clearance({a, b}));
        const Rule* const rule = scene.find_rule({a}, {b});
        const bool limited = rule != nullptr && rule->max;
        const bool apart = expected && expected->verdict == Verdict::near;
        const bool beyond = limited && apart && *expected->distance > *rule->max;
        const bool near = !limited || !apart || (rule->min && *expected->distance <= *rule->min);
        if (!expected || (!near && !beyond)) continue;
        ASSERT_NE(next, result.pairs.end());
        ASSERT_EQ(std::pair(next->a.value, next->b.value), std::pair(a, b));
        EXPECT_EQ(next->verdict, near ? expected->verdict : Verdict::disjoint);
        EXPECT_EQ(next->beyond, beyond);
        EXPECT_EQ(next->distance, expected->distance);
        ++next;
      }
    EXPECT_EQ(next, result.pairs.end());
  }
}

TEST(Rules, ACallbackSaysWhichPairsAreComputed) {
  test::Dice dice(3);
  const Scene scene = random_scene(dice, 60);
  const CheckResult all = Engine().check(scene);
  CheckOptions options;
  options.asks = [](ObjectId a, ObjectId b) {
    EXPECT_LT(a, b);
    return (a.value + b.value) % 2 == 0;
  };
  const CheckResult some = Engine().check(scene, options);
  std::size_t even = 0;
  for (const PairAnswer& pair : all.pairs) even += (pair.a.value + pair.b.value) % 2 == 0 ? 1 : 0;
  EXPECT_EQ(some.pairs.size(), even);
  EXPECT_GT(some.skipped.refused, 0u);
  EXPECT_LT(even, all.pairs.size());
}

TEST(Rules, BadRulesAreRefusedWithTheirNumber) {
  const auto refused = [](const std::function<void(Rule&)>& spoil, std::string_view word) {
    std::vector<Rule> rules(3);
    for (Rule& rule : rules) rule.a = rule.b = {"*"};
    spoil(rules[2]);
    Scene scene;
    try {
      scene.set_rules(rules);
      ADD_FAILURE() << word;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_scene);
      EXPECT_NE(std::string_view(error.what()).find("rule 2: "), std::string_view::npos) << error.what();
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos) << error.what();
    }
    EXPECT_TRUE(scene.rules().empty());
  };
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  refused([](Rule& r) { r.a.clear(); }, "no pattern");
  refused([](Rule& r) { r.b = {"x", ""}; }, "empty");
  refused([](Rule& r) { r.b = {"[x"}; }, "not closed");
  refused([](Rule& r) { r.b = {"layer:[9-0]"}; }, "backwards");
  refused([](Rule& r) { r.min = kNan; }, "min nan");
  refused([](Rule& r) { r.max = kNan; }, "max nan");
  refused([](Rule& r) { r.max = std::numeric_limits<double>::infinity(); }, "finite");
  refused([](Rule& r) { r.max_depth = -1; }, "max_depth -1");
  refused([](Rule& r) { r.max_volume = kNan; }, "max_volume nan");
  refused([](Rule& r) { r.min = r.max = 1; }, "less than max");
  refused([](Rule& r) { r.accept = {Verdict::disjoint}; }, "never a finding");
  refused([](Rule& r) { r.accept = {static_cast<Verdict>(99)}; }, "not a verdict");
  refused([](Rule& r) { r.severity = static_cast<Severity>(9); }, "no such severity");
  refused([](Rule& r) { r.self = true; }, "leave out b");
}

}  // namespace
}  // namespace impinge
