// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <deque>

#include "backend/gl/gl_program.h"

namespace impinge::gl {

/// Sums of all values before each one.
class PrefixSum {
 public:
  PrefixSum();
  /// Two different buffers.
  void run(const Buffer& values, Buffer& sums, std::uint64_t count);

 private:
  void run_level(const Buffer& values, Buffer& sums, std::uint64_t count, std::size_t level);

  Program sum_blocks_, add_blocks_;
  struct Level {
    Buffer blocks, sums;
  };
  std::deque<Level> levels_;
};

}  // namespace impinge::gl
