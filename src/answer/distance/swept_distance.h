// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "answer/distance/moving_tree.h"

namespace impinge {

/// The distance of two surfaces on their way through a step: measured at moments, bounded from below between them.
class SweptDistance {
 public:
  /// The trees must outlive it.
  SweptDistance(const MovingTree& a, const MovingTree& b, const Control& control);

  /// Two faces at a moment, and the shortest way from a to b.
  struct Measured {
    double distance = 0;
    Vec3 apart = Vec3::Zero();
    std::uint32_t a_face = 0, b_face = 0;
  };
  /// A face of a and a face of b.
  using FacePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// The nearest faces at a moment. Off by no more than error(); 0 where the surfaces meet. Infinite where all are farther
  /// apart than `limit`; the way is then no more than a good direction. `hint`: two faces that were near a moment ago.
  Measured at(double t, double limit, const std::optional<Measured>& hint) const;
  /// The nearest of these, of which there is at least one.
  Measured at(double t, const FacePairs& pairs) const;

  /// What is proved for a part of the step, rounding included.
  struct Bound {
    double low;            ///< no two points are nearer, ever; less than what was asked for where that is not proved
    FacePairs left;        ///< pairs of which it is not proved; of all others it is
    bool complete = true;  ///< else they are too many to list, and nothing is proved
  };
  /// Tries to prove that no points are nearer than `enough` between two moments. `direction` is about that of the shortest
  /// way: any will do, but a good one proves more. `pairs`, if given, are all that need a proof.
  Bound bound(double from, double until, double enough, const Vec3& direction, const FacePairs* pairs) const;

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
