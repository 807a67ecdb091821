// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace impinge {

/// Disjoint sets of the numbers 0 to n - 1, which are united and never parted. The least number of a set is its root,
/// whatever the order of the calls.
class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  bool is_root(std::uint32_t i) const { return parent_[i] == i; }

  void unite(std::uint32_t i, std::uint32_t j) {
    i = root(i);
    j = root(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace impinge
