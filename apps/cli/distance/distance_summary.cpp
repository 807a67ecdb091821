// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>
#include <cmath>

#include "apps/cli/distance/distance_answer.h"

namespace impinge::cli {
namespace {

void count_sides(const DistanceAnswer& answer, DistanceSummary& s) {
  for (const PointSide side : answer.points.sides) {
    s.inside += side == PointSide::inside;
    s.outside += side == PointSide::outside;
    s.on += side == PointSide::on;
    s.undecided += side == PointSide::undecided;
  }
}

// Whoever sets limits wants to know that they hold: a point of which it is not told on which side it lies must keep them on
// either.
void hold_against_limits(const DistanceAnswer& answer, DistanceSummary& s) {
  const std::vector<double>& distances = answer.points.distances;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const bool undecided = answer.points.sides[i] == PointSide::undecided;
    const double low = undecided ? -distances[i] : distances[i];
    s.below_limit += answer.limits.least && low < *answer.limits.least;
    s.above_limit += answer.limits.most && distances[i] > *answer.limits.most;
  }
}

void fill_bins(const std::vector<double>& sorted, int bins, DistanceSummary& s) {
  s.bins.assign(static_cast<std::size_t>(bins), 0);
  s.bins_low = s.min;
  s.bins_high = s.max;
  const double width = s.max - s.min;
  for (const double distance : sorted) {
    const double place = width > 0 ? (distance - s.min) / width * bins : 0;
    ++s.bins[static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0))];
  }
}

}  // namespace

DistanceSummary summary_of(const DistanceAnswer& answer, int bins) {
  DistanceSummary s;
  const std::vector<double>& distances = answer.points.distances;
  count_sides(answer, s);
  hold_against_limits(answer, s);
  std::vector<double> sorted;
  double sum = 0, squares = 0;
  for (std::uint32_t i = 0; i < distances.size(); ++i) {
    const double d = distances[i];
    if (!std::isfinite(d)) {
      ++s.beyond;
      continue;
    }
    if (sorted.empty() || d < distances[s.least]) s.least = i;
    if (sorted.empty() || d > distances[s.most]) s.most = i;
    sorted.push_back(d);
    sum += d;
    squares += d * d;
  }
  s.measured = sorted.size();
  if (sorted.empty()) return s;
  const double n = static_cast<double>(sorted.size());
  std::sort(sorted.begin(), sorted.end());
  s.min = sorted.front();
  s.max = sorted.back();
  s.mean = sum / n;
  s.rms = std::sqrt(squares / n);
  double off = 0;
  for (const double d : sorted) off += (d - s.mean) * (d - s.mean);
  s.deviation = std::sqrt(off / n);
  // The least distance that so many of a hundred points do not exceed.
  for (std::size_t i = 0; i < kPercentiles.size(); ++i) {
    const double rank = std::ceil(kPercentiles[i] / 100.0 * n);
    s.percentiles[i] = sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  }
  fill_bins(sorted, bins, s);
  return s;
}

}  // namespace impinge::cli
