// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include "base/control.h"

namespace impinge {

/// What follows what in a map, and how long it takes, in times of its own lines.
class MapStages {
 public:
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

  Progress next(std::string_view stage, double cost) {
    control_.begin(stage, done_ / all_, (done_ + cost) / all_);
    done_ += cost;
    return {control_, 0, 1};
  }

  Control& control_;
  double numbers_, all_ = 0, done_ = 0;
};

}  // namespace impinge
