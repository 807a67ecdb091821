// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/own_pairs/close_pairs.h"

#include <algorithm>

namespace impinge {

namespace {

bool holds(const Box& outer, const Box& inner) {
  return (outer.low.array() <= inner.low.array()).all() && (outer.high.array() >= inner.high.array()).all();
}

}  // namespace

ClosePairs::ClosePairs(const ClosePairs& known, const Box& box, std::uint64_t faces, std::span<const OwnPair> found)
    : slack_(known.slack_), simple_(known.simple_), searched_(known.searched_ + faces) {
  for (const Box& b : known.boxes_)
    if (!holds(box, b)) boxes_.push_back(b);
  boxes_.push_back(box);
  pairs_.reserve(known.pairs_.size() + found.size());
  std::set_union(known.pairs_.begin(), known.pairs_.end(), found.begin(), found.end(), std::back_inserter(pairs_));
}

bool ClosePairs::covers(const Box& box) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const Box& b) { return holds(b, box); });
}

}  // namespace impinge
