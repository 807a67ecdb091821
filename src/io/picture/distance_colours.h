// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <span>

#include "io/picture/picture_layer.h"

namespace impinge {

/// Blue at -range, green at 0, red at range; grey for what is not finite, as points beyond the range that was asked for.
Rgb distance_colour(double distance, double range);

/// Throws Error (bad_argument) unless each point has a distance.
void require_distances(const PointCloud& cloud, std::span<const double> distances);

/// What the distances come to, those that are not finite left out.
struct DistanceNumbers {
  std::size_t count = 0, inside = 0;
  double min = 0, max = 0, mean = 0, rms = 0;
};
DistanceNumbers distance_numbers(std::span<const double> distances);

}  // namespace impinge
