// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/rules/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "answer/map/map_verdict.h"

namespace impinge {

namespace {

constexpr double kRounding = 1 + 1e-9;  // a limit that was given as the depth or volume it is

void say(PairAnswer& answer, const std::string& sentence) {
  answer.statement += (answer.statement.empty() ? "" : "; ") + sentence;
}

bool within_volume(double limit, const std::string& units, const Extent& extent, PairAnswer& answer) {
  if (!extent.volume) {
    say(answer, fmt::format("whether the volume is within {} is unknown: {}", limit, extent.why_not));
    return false;
  }
  const bool within = *extent.volume <= limit * kRounding;
  say(answer, fmt::format("volume {:.7g} {}^3, {} {}", *extent.volume, units, within ? "within" : "above", limit));
  return within;
}

bool within_depth(double limit, const std::string& units, const Extent& extent, PairAnswer& answer) {
  if (!extent.depth) {
    say(answer, fmt::format("whether the depth is within {} is unknown: {}", limit, extent.why_not));
    return false;
  }
  const auto [value, low, high, sampled] = *extent.depth;
  if (high <= limit * kRounding) {
    say(answer, fmt::format("depth {:.7g} {}, within {}", high, units, limit));
    return true;
  }
  if (low > limit)
    say(answer, fmt::format("depth {:.7g} {} or more, above {}", low, units, limit));
  else
    say(answer, fmt::format("depth {:.7g} to {:.7g} {}: whether it is within {} is not decided", low, high, units, limit));
  return false;
}

}  // namespace

bool accepts(const Rule& rule, const Rulebook::Sides& sides, Verdict verdict) {
  const auto listed = [&](Verdict v) { return std::find(rule.accept.begin(), rule.accept.end(), v) != rule.accept.end(); };
  return (sides.forward && listed(verdict)) || (sides.backward && listed(mirrored(verdict)));
}

void apply_range(const Rule& rule, const std::string& units, PairAnswer& answer) {
  if (!rule.max || answer.verdict != Verdict::near) return;
  if (!rule.min || *answer.distance > *rule.min) answer.verdict = Verdict::disjoint;
  answer.beyond = *answer.distance > *rule.max;
  if (answer.beyond) say(answer, fmt::format("{:.7g} {} apart, above {}", *answer.distance, units, *rule.max));
}

void judge(const Rule& rule, const Rulebook::Sides& sides, const std::string& units, const MeasureExtent& measure,
           PairAnswer& answer) {
  if (answer.verdict == Verdict::disjoint) return;
  answer.accepted = rule.self ? accepts(rule, {true, true}, answer.verdict) : accepts(rule, sides, answer.verdict);
  if (answer.accepted || !(rule.max_depth || rule.max_volume)) return;
  if (answer.verdict == Verdict::touching) {
    answer.accepted = true;
    return;
  }
  if (!insides_overlap(answer.verdict)) return;
  // The volume is the cheaper of the two, and one limit that is exceeded is enough.
  if (rule.max_volume && !within_volume(*rule.max_volume, units, measure(Measure::volume), answer)) return;
  if (rule.max_depth && !within_depth(*rule.max_depth, units, measure(Measure::depth), answer)) return;
  answer.accepted = true;
}

}  // namespace impinge
