// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace impinge {

/// Some of many numbers, each with its place among them: a bit for each, so that few of many cost little.
class PointRanks {
 public:
  explicit PointRanks(std::size_t count) : bits_((count + 63) / 64) {}

  void add(std::uint32_t i) { bits_[i / 64] |= std::uint64_t{1} << i % 64; }
  /// After the last add().
  void count() {
    ranks_.resize(bits_.size());
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      ranks_[w] = total_;
      total_ += ones(bits_[w]);
    }
  }
  std::uint32_t total() const { return total_; }
  /// How many of them are lower.
  std::uint32_t rank(std::uint32_t i) const {
    const std::uint64_t lower = bits_[i / 64] & ((std::uint64_t{1} << i % 64) - 1);
    return ranks_[i / 64] + ones(lower);
  }
  /// Calls visit(i) for each, ascending.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t w = 0; w < bits_.size(); ++w)
      for (std::uint64_t left = bits_[w]; left != 0; left &= left - 1)
        visit(static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(std::countr_zero(left))));
  }

 private:
  // As std::popcount, which is a call where the instruction is not sure to be there.
  static std::uint32_t ones(std::uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return static_cast<std::uint32_t>(x * 0x0101010101010101u >> 56);
  }

  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> ranks_;
  std::uint32_t total_ = 0;
};

}  // namespace impinge
