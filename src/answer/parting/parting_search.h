// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "answer/parting/moved_pair.h"

namespace impinge {

/// The shortest translation of b that was found to part the pair, made shorter by each direction that is tried.
class PartingSearch {
 public:
  /// `known` parts the pair: nothing longer is of interest. Nothing shorter than `at_least` does.
  PartingSearch(const MovedPair& pair, const Vec3& known, double at_least);

  /// Tries lengths along a direction of any length, the short ones first, then slides along the contacts to what is shortest
  /// nearby.
  void attempt(const Vec3& direction);

  /// The same for one translation.
  void attempt_shift(const Vec3& shift);

  /// One that was proved to part the pair.
  void offer(const Vec3& shift) { keep(shift); }

  const Vec3& shift() const { return best_; }
  double length() const { return length_; }
  /// Close enough to the lower bound that nothing is left to be gained.
  bool done() const { return length_ <= at_least_ * 1.001 || length_ <= 0; }
  void set_at_least(double length) { at_least_ = length; }

 private:
  void slide(Vec3 shift);
  void keep(const Vec3& shift);

  const MovedPair& pair_;
  Vec3 best_;
  double length_, at_least_, gap_;
};

}  // namespace impinge
