// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/io.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/distance/distance_arguments.h"

namespace impinge::cli {

/// What was asked, and what came of it.
struct DistanceAnswer {
  PointCloud cloud;
  std::string a, b;  ///< names
  Scene scene;
  ObjectId body{};
  PointAnswers points;
  DistanceLimits limits;
  double milliseconds = 0;  ///< for the query itself, preparation included
};

/// The shares of the points that percentiles are given for.
inline constexpr std::array<int, 9> kPercentiles = {1, 5, 10, 25, 50, 75, 90, 95, 99};

/// What the distances come to. Points beyond the range are counted and nothing else.
struct DistanceSummary {
  std::uint64_t inside = 0, outside = 0, on = 0, undecided = 0, beyond = 0;
  std::uint64_t measured = 0;  ///< points within the range
  double min = 0, max = 0, mean = 0, rms = 0, deviation = 0;
  std::array<double, kPercentiles.size()> percentiles{};
  double bins_low = 0, bins_high = 0;  ///< ends of the histogram
  std::vector<std::uint64_t> bins;
  std::uint32_t least = 0, most = 0;               ///< the points with the least and the largest distance
  std::uint64_t below_limit = 0, above_limit = 0;  ///< points out of the limits; undecided ones on whichever side
  bool is_finding() const { return below_limit + above_limit > 0; }
};

DistanceSummary summary_of(const DistanceAnswer& answer, int bins);

/// Tables for people.
std::string format_distance_table(const DistanceAnswer& answer, const DistanceSummary& summary);
/// The JSON document impinge.distance/1, see docs/distance.schema.json.
std::string format_distance_json(const DistanceAnswer& answer, const DistanceSummary& summary);
/// A row for each point.
std::string format_distance_csv(const DistanceAnswer& answer);

}  // namespace impinge::cli
