// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace impinge::cli {

/// A bar on standard error with an estimate of the time left, only if that is a terminal and the work is long; drawn again
/// while nothing is reported, and erased when it goes out of scope.
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
  class Drawing;
  std::unique_ptr<Drawing> drawing_;  // none where nothing is to be drawn
};

/// The same for files that are written one after another.
class WritingBar {
 public:
  WritingBar(bool wanted, std::size_t files) : bar_(wanted), files_(files) {}
  /// Before each one. Files that were not asked for have no name, and standard output is "-".
  void next(const std::string& file);

 private:
  ProgressBar bar_;
  std::size_t files_, begun_ = 0;
};

}  // namespace impinge::cli
