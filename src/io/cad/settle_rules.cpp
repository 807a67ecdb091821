// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/settle_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge::io {
namespace {

constexpr double kRounding = 1 + 1e-9;  // a limit that was given as the depth it is

void say(PairAnswer& pair, const std::string& sentence) {
  pair.statement += (pair.statement.empty() ? "" : "; ") + sentence;
}

}  // namespace

std::vector<Rule> widened_rules(std::span<const Rule> rules, double slack) {
  std::vector<Rule> wide(rules.begin(), rules.end());
  for (Rule& rule : wide) {
    rule.accept.clear();
    rule.max_depth.reset();
    rule.max_volume.reset();
    if (rule.self || rule.ignore) continue;
    if (rule.min || rule.max) rule.min = rule.min.value_or(0) + slack;
    if (rule.max) rule.max = std::max(*rule.max - slack, std::nextafter(*rule.min, std::numeric_limits<double>::infinity()));
  }
  return wide;
}

PairRange range_of(const Scene& scene, const PairAnswer& pair, const std::optional<double>& clearance) {
  const Rule* const rule = pair.rule ? &scene.rules()[*pair.rule] : nullptr;
  if (rule == nullptr) return {clearance, {}};
  if (rule->max) return {rule->min, rule->max};
  return {rule->min ? rule->min : clearance, {}};
}

bool SettledRules::selects(const std::vector<std::string>& patterns, ObjectId object) {
  if (!probe_) probe_ = scene_;
  Rule rule;
  rule.a = patterns;
  rule.self = true;
  probe_->set_rules({rule});
  return probe_->find_rule(object, object) != nullptr;
}

bool SettledRules::accepts(const Rule& rule, const PairAnswer& pair) {
  const auto listed = [&](Verdict v) { return std::find(rule.accept.begin(), rule.accept.end(), v) != rule.accept.end(); };
  if (pair.verdict != Verdict::a_in_b && pair.verdict != Verdict::b_in_a) return listed(pair.verdict);
  const Verdict turned = pair.verdict == Verdict::a_in_b ? Verdict::b_in_a : Verdict::a_in_b;
  return (listed(pair.verdict) && selects(rule.a, pair.a) && selects(rule.b, pair.b)) ||
         (listed(turned) && selects(rule.a, pair.b) && selects(rule.b, pair.a));
}

bool SettledRules::within(const char* what, const char* power, double limit, double low, double high,
                          PairAnswer& pair) const {
  if (high <= limit * kRounding) {
    say(pair, fmt::format("{} {:.7g} {}{} or less, within {}", what, high, scene_.units, power, limit));
    return true;
  }
  if (low > limit)
    say(pair, fmt::format("{} {:.7g} {}{} or more, above {}", what, low, scene_.units, power, limit));
  else
    say(pair, fmt::format("{} {:.7g} to {:.7g} {}{}: whether it is within {} is not decided", what, low, high, scene_.units,
                          power, limit));
  return false;
}

void SettledRules::judge(PairAnswer& pair, const PairJudge& judge, const TruePair& truth) {
  pair.accepted = false;
  if (!pair.rule || pair.verdict == Verdict::disjoint) return;
  const Rule& rule = scene_.rules()[*pair.rule];
  pair.accepted = accepts(rule, pair);
  if (pair.accepted || !(rule.max_depth || rule.max_volume)) return;
  if (pair.verdict == Verdict::touching) {
    pair.accepted = true;
    return;
  }
  if (pair.verdict == Verdict::near || pair.verdict == Verdict::undecided) return;
  if (rule.max_volume) {
    if (!pair.overlap_volume) {
      say(pair, fmt::format("whether the volume is within {} is unknown: a body is not closed", *rule.max_volume));
      return;
    }
    if (!within("volume", "^3", *rule.max_volume, pair.overlap_volume->low, pair.overlap_volume->high, pair)) return;
  }
  if (rule.max_depth && !within("depth", "", *rule.max_depth, 2 * truth.ball, judge.least_way(), pair)) return;
  pair.accepted = true;
}

}  // namespace impinge::io
