// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <impinge/answer.h>

#include "base/stopwatch.h"

namespace impinge {

/// What each stage of a motion took; the same stage of all steps makes one line.
class StageTimes {
 public:
  explicit StageTimes(std::vector<StageStats>& stages) : stages_(stages) {}

  /// Times a stage; `work` returns how many items it passes on.
  template <typename Work>
  void stage(const std::string& name, std::uint64_t in, const Work& work) {
    const Stopwatch watch;
    const std::uint64_t out = work();
    add(name, watch.ms(), in, out);
  }
  void add(const std::string& name, double ms, std::uint64_t in, std::uint64_t out) {
    auto it = std::find_if(stages_.begin(), stages_.end(), [&](const StageStats& s) { return s.name == name; });
    if (it == stages_.end()) it = stages_.insert(stages_.end(), {name, 0, 0, 0});
    it->ms += ms;
    it->in += in;
    it->out += out;
  }

 private:
  std::vector<StageStats>& stages_;
};

}  // namespace impinge
