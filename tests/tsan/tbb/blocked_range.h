// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build, see tests/tsan/fork_join.h.
#include <algorithm>
#include <cstddef>

namespace tbb {

template <typename Value>
class blocked_range {
 public:
  using const_iterator = Value;

  blocked_range(Value begin, Value end, std::size_t grain = 1)
      : begin_(begin), end_(end), grain_(std::max<std::size_t>(1, grain)) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  std::size_t grainsize() const { return grain_; }
  bool empty() const { return !(begin_ < end_); }

  /// Not in TBB: number of pieces, and one of them.
  std::size_t pieces() const { return empty() ? 0 : (size() + grain_ - 1) / grain_; }
  blocked_range piece(std::size_t i) const {
    const auto first = i * grain_, last = std::min(size(), first + grain_);
    return {static_cast<Value>(begin_ + static_cast<Value>(first)), static_cast<Value>(begin_ + static_cast<Value>(last)),
            grain_};
  }

 private:
  Value begin_, end_;
  std::size_t grain_;
};

struct auto_partitioner {};
struct simple_partitioner {};
struct static_partitioner {};

}  // namespace tbb
