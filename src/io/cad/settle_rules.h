// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <impinge/answer.h>
#include <impinge/scene.h>

#include "io/cad/pair_judge.h"

namespace impinge::io {

/// Rules under which a check of facets lists every pair that the rules may be about, and judges none: with room for surfaces
/// that are `slack` nearer or farther.
std::vector<Rule> widened_rules(std::span<const Rule> rules, double slack);

/// What a pair is asked for: by its rule, or by all.
struct PairRange {
  std::optional<double> clearance, most;
};
PairRange range_of(const Scene& scene, const PairAnswer& pair, const std::optional<double>& clearance);

/// Rules on what true surfaces have told.
class SettledRules {
 public:
  explicit SettledRules(const Scene& scene) : scene_(scene) {}

  /// Whether the rule of a pair accepts the verdict or tolerates the overlap, with a statement about its limits.
  void judge(PairAnswer& pair, const PairJudge& judge, const TruePair& truth);

 private:
  bool accepts(const Rule& rule, const PairAnswer& pair);
  bool selects(const std::vector<std::string>& patterns, ObjectId object);
  bool within(const char* what, const char* power, double limit, double low, double high, PairAnswer& pair) const;

  const Scene& scene_;
  std::optional<Scene> probe_;  // of the same objects, under a rule of its own
};

}  // namespace impinge::io
