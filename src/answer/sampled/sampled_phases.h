// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace impinge {

/// The parts of a stage by name, summed over pairs and views.
class SampledPhases {
 public:
  void add(std::string_view name, double ms, std::uint64_t in = 0, std::uint64_t out = 0) {
    const auto at = std::find_if(phases_.begin(), phases_.end(), [&](const StageStats& p) { return p.name == name; });
    StageStats& phase = at == phases_.end() ? phases_.emplace_back(StageStats{std::string(name), 0, 0, 0}) : *at;
    phase.ms += ms;
    phase.in += in;
    phase.out += out;
  }
  void add(const SampledPhases& o) {
    for (const StageStats& p : o.phases_) add(p.name, p.ms, p.in, p.out);
  }
  const std::vector<StageStats>& all() const { return phases_; }

 private:
  std::vector<StageStats> phases_;
};

}  // namespace impinge
