// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <chrono>
#include <string_view>

namespace impinge::cli {

/// A bar on standard error with an estimate of the time left, only if that is a terminal and the work is long; erased when
/// it goes out of scope.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Not thread-safe: one call at a time, from any thread.
  void update(std::string_view stage, double share);
  /// Erases it before something is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool active_;
  bool drawn_ = false;
  double last_ = 0;
  Clock::time_point begun_, next_draw_;
};

}  // namespace impinge::cli
