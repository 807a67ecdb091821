// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <chrono>

namespace impinge {

/// Wall time since it was made, or since its last lap.
class Stopwatch {
 public:
  double ms() const { return between(begin_, Clock::now()); }

  /// Gives the time and begins again.
  double lap() {
    const Clock::time_point now = Clock::now();
    const double elapsed = between(begin_, now);
    begin_ = now;
    return elapsed;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double between(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration<double, std::milli>(end - begin).count();
  }

  Clock::time_point begin_ = Clock::now();
};

}  // namespace impinge
