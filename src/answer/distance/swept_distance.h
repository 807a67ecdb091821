// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "answer/distance/moving_tree.h"

namespace impinge {

/// The distance of two surfaces on their way through a step: measured at moments, bounded from below between them.
class SweptDistance {
 public:
  /// The trees must outlive it.
  SweptDistance(const MovingTree& a, const MovingTree& b, const Control& control);

  /// Two faces, nearest of all at a moment, and the shortest way from a to b.
  struct Measured {
    double distance = 0;
    Vec3 apart = Vec3::Zero();
    std::uint32_t a_face = 0, b_face = 0;
  };
  /// Off by no more than error(); 0 where the surfaces meet. `hint`: two faces that were near a moment ago.
  Measured at(double t, const std::optional<Measured>& hint) const;

  /// During a part of the step no two points are nearer, proved, rounding included: `enough` where that much is proved, else
  /// less, and negative where nothing is. `direction` is about that of the shortest way; any will do, but a good one proves
  /// more. The least such bound if `whole`, else whichever of those below `enough` was found first, which is faster.
  double bound(double from, double until, double enough, const Vec3& direction, bool whole) const;

  /// The distance changes no faster, in lengths per step.
  double speed() const { return a_.speed() + b_.speed(); }
  /// Rounding of everything, in lengths.
  double error() const { return error_; }

 private:
  const MovingTree &a_, &b_;
  const Control& control_;
  double scale_;  // a power of two that keeps squares in range
  double error_;
};

}  // namespace impinge
