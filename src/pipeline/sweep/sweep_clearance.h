// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include "answer/contact/swept_record.h"
#include "pairs/object_pair.h"
#include "pipeline/rules/rulebook.h"
#include "pipeline/sweep/nearest_moment.h"
#include "pipeline/sweep/solid_moments.h"
#include "pipeline/sweep/sweep_moments.h"

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
    SolidMoments solids;         ///< pairs with simple solids
  };

  SweepClearance(const Scene& scene, const Rulebook& rules, const SweepOptions& options, Broad broad)
      : scene_(scene),
        rules_(rules),
        broad_(broad),
        samples_(static_cast<std::size_t>(options.samples)),
        question_{*options.clearance, options.precision} {}

  /// The curve, by t and pair; comes first, since the search need not look for anything greater than what is sampled. Takes
  /// the progress of the whole from one share to another.
  std::vector<DistanceSample> sample(const Timeline& timeline, const SweepMoments& moments, Control& control, double from,
                                     double to);

  /// Bounds the distances of a step, but not of pairs that `met`: their least distance is 0. Returns how many pairs it
  /// looked at.
  std::uint64_t search(const Step& step, const std::function<bool(const ObjectPair&)>& met, Control& control);

  /// Once all steps were searched: what the curve says about the worst moments, and a record for each pair that did not
  /// keep the clearance.
  void add_near_pairs(std::span<const DistanceSample> curve, std::map<ObjectPair, SweptRecord>& records) const;

 private:
  std::vector<ObjectPair> pairs_in_reach(const Step& step) const;

  const Scene& scene_;
  const Rulebook& rules_;
  Broad broad_;
  std::size_t samples_;
  DistanceQuestion question_;
  std::map<ObjectPair, NearestMoment> pairs_;
  std::vector<std::uint64_t> crossing_counts_;  // for each sample of the curve
};

}  // namespace impinge
