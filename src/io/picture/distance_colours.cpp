// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The ramp that inspectors know: what is missing is blue, what is right green, what is too much red.
#include "io/picture/distance_colours.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/picture/map_colours.h"

namespace impinge {
namespace {

constexpr std::array kRamp = {Rgb{0.13f, 0.22f, 0.62f}, Rgb{0.16f, 0.53f, 0.83f}, Rgb{0.30f, 0.71f, 0.40f},
                              Rgb{0.96f, 0.80f, 0.24f}, Rgb{0.79f, 0.13f, 0.13f}};
constexpr Rgb kBeyond{0.72f, 0.73f, 0.75f};

}  // namespace

Rgb distance_colour(double distance, double range) {
  if (!std::isfinite(distance)) return kBeyond;
  const double share = range > 0 ? std::clamp(0.5 + distance / range / 2, 0.0, 1.0) : 0.5;
  const double place = share * static_cast<double>(kRamp.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), kRamp.size() - 2);
  return mix(kRamp[i], kRamp[i + 1], static_cast<float>(place - static_cast<double>(i)));
}

double colour_range(std::span<const double> distances, const DistanceColours& colours) {
  if (colours.range > 0 && std::isfinite(colours.range)) return colours.range;
  std::vector<double> sizes;
  for (const double distance : distances)
    if (std::isfinite(distance)) sizes.push_back(std::fabs(distance));
  if (sizes.empty()) return 0;
  const auto most = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) * 19 / 20);
  std::nth_element(sizes.begin(), most, sizes.end());
  return round_up(*most);
}

void require_distances(const PointCloud& cloud, std::span<const double> distances) {
  if (cloud.points.size() == distances.size()) return;
  throw Error(ErrorCode::bad_argument,
              fmt::format("{} distances for {} points: give one for each", distances.size(), cloud.points.size()));
}

DistanceNumbers distance_numbers(std::span<const double> distances) {
  DistanceNumbers numbers;
  double sum = 0, squares = 0;
  for (const double distance : distances) {
    if (!std::isfinite(distance)) continue;
    numbers.min = numbers.count == 0 ? distance : std::min(numbers.min, distance);
    numbers.max = numbers.count == 0 ? distance : std::max(numbers.max, distance);
    ++numbers.count;
    numbers.inside += distance < 0;
    sum += distance;
    squares += distance * distance;
  }
  if (numbers.count == 0) return numbers;
  numbers.mean = sum / static_cast<double>(numbers.count);
  numbers.rms = std::sqrt(squares / static_cast<double>(numbers.count));
  return numbers;
}

}  // namespace impinge
