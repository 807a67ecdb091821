// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include <impinge/engine.h>

#include "pairs/object_pair.h"
#include "pipeline/sweep/nearest_moment.h"

namespace impinge {

/// Which pairs of a motion keep the clearance, and how near the others come: at every moment, not only at those sampled.
class SweepClearance {
 public:
  /// Objects during one step.
  struct Step {
    std::span<const SweptObject> objects;
    std::span<const Box> boxes;  ///< each holds its object during the step
    double from, to;             ///< its moments
    bool first;                  ///< of the motion
  };

  SweepClearance(const Scene& scene, const SweepOptions& options)
      : scene_(scene), broad_(options.broad), question_{*options.clearance, options.precision} {}

  /// A distance that was sampled: the search need not look for anything greater.
  void offer(const ObjectPair& pair, double distance, double t) { pairs_[pair].offer(distance, t); }

  /// Bounds the distances of a step, but not of pairs that `met`: their least distance is 0. Returns how many pairs it
  /// looked at.
  std::uint64_t search(const Step& step, const std::function<bool(const ObjectPair&)>& met, Control& control);

  /// Those that did not keep it, once all steps were searched.
  std::map<ObjectPair, LeastDistance> near_pairs() const;

 private:
  std::vector<ObjectPair> pairs_in_reach(const Step& step) const;

  const Scene& scene_;
  Broad broad_;
  DistanceQuestion question_;
  std::map<ObjectPair, NearestMoment> pairs_;
};

}  // namespace impinge
