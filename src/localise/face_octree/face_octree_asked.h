// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <vector>

#include "localise/localise_input.h"

namespace impinge {

/// Which object pairs are asked for: a bit matrix while it is small, a search beyond.
class AskedPairs {
 public:
  explicit AskedPairs(const LocaliseInput& input) : input_(input), n_(input.world.size()) {
    if (input.asked != LocaliseInput::Asked::listed_pairs || n_ > 8192) return;
    bits_.assign(n_ * n_, false);
    for (const ObjectPair& p : input.pairs) bits_[p.a * n_ + p.b] = true;
  }

  bool operator()(std::uint32_t a, std::uint32_t b) const {
    if (!bits_.empty()) return bits_[a * n_ + b];
    if (input_.asked == LocaliseInput::Asked::each_with_itself) return a == b;
    if (a == b) return false;
    if (input_.asked == LocaliseInput::Asked::all_pairs)
      return groups_meet(input_.objects[a].group, input_.objects[b].group);
    return std::binary_search(input_.pairs.begin(), input_.pairs.end(), ObjectPair{a, b});
  }

  bool self() const { return input_.asked == LocaliseInput::Asked::each_with_itself; }
  /// Every pair of different objects, or the only object with itself: nothing to look up.
  bool all() const {
    if (self()) return n_ == 1;
    return input_.asked == LocaliseInput::Asked::listed_pairs && n_ == 2 && input_.pairs.size() == 1;
  }

 private:
  const LocaliseInput& input_;
  std::size_t n_;
  std::vector<bool> bits_;
};

}  // namespace impinge
