// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace impinge {

/// Union-find: disjoint sets of the numbers 0 to n - 1, which are united and never parted. The least number of a set is its
/// root, whatever the order of the calls.
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

/// The same, where each number also knows whether it is turned against the root of its set.
class ParityUnionFind {
 public:
  explicit ParityUnionFind(std::size_t n) : parent_(n), against_(n, false) { std::iota(parent_.begin(), parent_.end(), 0u); }

  struct Place {
    std::uint32_t root;
    bool against;
  };
  Place find(std::uint32_t i) {
    std::uint32_t root = i;
    bool against = false;
    for (; parent_[root] != root; root = parent_[root]) against = against != against_[root];
    const Place place{root, against};
    while (parent_[i] != root) {
      const std::uint32_t next = parent_[i];
      const bool rest = against != against_[i];
      parent_[i] = root;
      against_[i] = against;
      i = next;
      against = rest;
    }
    return place;
  }

  /// Where the two are in one set already nothing changes, even if that contradicts it.
  void unite(std::uint32_t i, std::uint32_t j, bool against) {
    const Place x = find(i), y = find(j);
    if (x.root == y.root) return;
    const auto [low, high] = std::minmax(x.root, y.root);
    parent_[high] = low;
    against_[high] = (x.against != y.against) != against;
  }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<bool> against_;
};

}  // namespace impinge
