// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include "base/control.h"

namespace impinge {

/// What follows what in a map, and how long it takes, in times of its own lines. The exact check comes before, that of the
/// moved pair behind.
class MapStages {
 public:
  static constexpr double kFrom = 0.05, kTo = 0.95;  ///< of the whole query

  MapStages(Control& control, const MapOptions& options, std::size_t views, bool solids, bool meshes)
      : control_(control), numbers_(!solids ? kSurface : (meshes ? kNumbers : 1) + kHalving * options.refine) {
    const std::size_t sums = solids ? views : 1, partings = views - 1 + options.directions.size();
    all_ = 1 + numbers_ * static_cast<double>(sums) + kParting * static_cast<double>(partings);
  }

  Progress lines() { return next("lines", 1); }
  Progress numbers() { return next("numbers", numbers_); }
  Progress parting() { return next("parting", kParting); }

 private:
  static constexpr double kNumbers = 4, kHalving = 4, kSurface = 0.5, kParting = 1;

  double share(double done) const { return kFrom + (kTo - kFrom) * done / all_; }
  Progress next(std::string_view stage, double cost) {
    control_.begin(stage, share(done_), share(done_ + cost));
    done_ += cost;
    return {control_, 0, 1};
  }

  Control& control_;
  double numbers_, all_ = 0, done_ = 0;
};

}  // namespace impinge
