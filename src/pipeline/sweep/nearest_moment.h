// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <limits>
#include <utility>

#include "answer/distance/swept_distance.h"

namespace impinge {

/// What is asked about the distance of two bodies over a motion.
struct DistanceQuestion {
  double clearance;  ///< are they farther apart all the time?
  double precision;  ///< if not, how well must the least distance be known, as a share of it
};

/// The least distance of a pair, step by step.
class NearestMoment {
 public:
  /// A distance that was measured elsewhere.
  void offer(double distance, double time) {
    if (!(distance < best_)) return;
    best_ = distance;
    time_ = time;
  }

  /// Looks at a step until its part of the question is settled; `time` from and to the ends of the step. Times are halved
  /// until each is proved to hold nothing less than what is known, or than the clearance; those that cannot, since the
  /// clearance is missed by rounding alone, count as near.
  void search(const SweptDistance& distance, const DistanceQuestion& question, double from, double to, Control& control);

  /// The same by distances alone, which change no faster than `speed` per step: for pairs with a simple solid.
  void search(const std::function<std::pair<double, double>(double)>& bounds_at, double speed,
              const DistanceQuestion& question, double from, double to, Control& control);

  /// True if the clearance was not kept, or not provably, within 1e-6 of it or rounding.
  bool near(const DistanceQuestion& question) const { return low(question) <= question.clearance; }

  double value() const { return best_; }
  double time() const { return time_; }
  double high() const { return best_ + error_; }
  /// Not above the truth, once all steps were searched.
  double low(const DistanceQuestion& question) const;

 private:
  double near_limit(const DistanceQuestion& question) const;
  double enough(const DistanceQuestion& question, double best) const;

  double best_ = std::numeric_limits<double>::infinity(), time_ = 0;
  double left_ = std::numeric_limits<double>::infinity();  // lower bound where halving ended without a proof
  double error_ = 0;
};

}  // namespace impinge
