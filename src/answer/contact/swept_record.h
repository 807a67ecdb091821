// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include <impinge/answer.h>

namespace impinge {

/// What is known of a pair while the steps go by.
struct SweptRecord {
  SweptPair answer;
  std::optional<std::size_t> step;                         ///< the one the open contact was last followed in
  double t = 0;                                            ///< from there on, 0 to 1
  bool fresh = false;                                      ///< it began within this step, maybe a little early
  double least = std::numeric_limits<double>::infinity();  ///< distance of the moments that were looked at

  bool in_contact() const { return step.has_value(); }
  void begin_contact(std::size_t at_step, double at, double time) {
    step = at_step;
    t = at;
    fresh = true;
    answer.intervals.push_back({time, time});
  }
  /// Still in contact when the motion ends.
  void close(double time) {
    if (in_contact() && !answer.intervals.empty()) answer.intervals.back().end = time;
  }
  /// A moment that was looked at: more crossing face pairs are worse, without any the least distance.
  void worse(double time, std::uint64_t crossing_pairs, double distance);
};

}  // namespace impinge
