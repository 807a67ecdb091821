// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "answer/own_pairs/close_pair_search.h"

namespace impinge {

/// Pairs of faces of a mesh that may meet beyond what neighbours share, wherever it is placed: those that no wall parts by
/// more than a slack, which covers what placing rounds. All with both faces in one of the boxes searched so far.
class ClosePairs {
 public:
  /// Nothing yet; the corners are those that steady_corners() has for this slack.
  ClosePairs(double slack, std::vector<bool> simple)
      : slack_(slack), simple_(std::make_shared<const std::vector<bool>>(std::move(simple))) {}
  /// What is known, and what a search of another box (in the frame of the mesh) found among some faces.
  ClosePairs(const ClosePairs& known, const Box& box, std::uint64_t faces, std::span<const OwnPair> found);

  double slack() const { return slack_; }
  const std::vector<bool>& simple() const { return *simple_; }
  bool covers(const Box& box) const;
  /// How many faces were looked at, some again and again.
  std::uint64_t searched() const { return searched_; }
  /// Ascending.
  std::span<const OwnPair> pairs() const { return pairs_; }

 private:
  double slack_;
  std::shared_ptr<const std::vector<bool>> simple_;
  std::uint64_t searched_ = 0;
  std::vector<Box> boxes_;
  std::vector<OwnPair> pairs_;
};

}  // namespace impinge
