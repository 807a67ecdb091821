// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <algorithm>
#include <vector>

#include "base/lent.h"
#include "pairs/object_pair.h"

namespace impinge {

/// Answers of object pairs that need no face pairs any more. Put in order once, before they are looked up.
class SettledPairs {
 public:
  void add(const ObjectPair& pair, const PairAnswer& answer) {
    list_->push_back(answer);
    list_->back().a = {pair.a};
    list_->back().b = {pair.b};
  }
  void sort() { std::sort(list_->begin(), list_->end(), before); }

  /// Null if there is none.
  const PairAnswer* find(const ObjectPair& pair) const {
    const auto found = std::lower_bound(list_->begin(), list_->end(), pair,
                                        [](const PairAnswer& answer, const ObjectPair& p) { return key(answer) < p; });
    return found == list_->end() || key(*found) != pair ? nullptr : &*found;
  }

 private:
  static ObjectPair key(const PairAnswer& answer) { return {answer.a.value, answer.b.value}; }
  static bool before(const PairAnswer& x, const PairAnswer& y) { return key(x) < key(y); }

  Lent<PairAnswer> list_;
};

}  // namespace impinge
