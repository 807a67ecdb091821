// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The reading of a distance map is that of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids
// using rasterizing graphics hardware, 1995, figure 6.
#include "io/picture/map_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace impinge {
namespace {

constexpr Rgb rgb(unsigned code) {
  return {static_cast<float>(code >> 16 & 0xFF) / 255, static_cast<float>(code >> 8 & 0xFF) / 255,
          static_cast<float>(code & 0xFF) / 255};
}

constexpr Rgb kEmpty = rgb(0xFFFFFF), kOnlyA = rgb(0xDCE3EB), kOnlyB = rgb(0xF3DFD9), kContact = rgb(0xFFE94A),
              kUndecided = rgb(0xA05BC0);
constexpr std::array kGap = {rgb(0x2FA84F), rgb(0x2BA89A), rgb(0x3D8FC4), rgb(0x6583C6), rgb(0x98A5D8)};
constexpr std::array kDepth = {rgb(0xFFC83D), rgb(0xF98B2B), rgb(0xE2432A), rgb(0xA8122A), rgb(0x5A0620)};
// Fewer shades make smaller files, and no eye tells them apart.
constexpr double kShades = 96;

Rgb along(std::span<const Rgb> ramp, double share) {
  const double clamped = share > 0 ? std::min(share, 1.0) : 0;
  const double place = std::round(clamped * kShades) / kShades * static_cast<double>(ramp.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  return mix(ramp[i], ramp[i + 1], static_cast<float>(place - static_cast<double>(i)));
}

}  // namespace

double round_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (step * power >= value * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

MapScale scale_of(const InterferenceMap& map, double range) {
  std::vector<float> gaps;
  double depth = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if (map.cells[i] == MapCell::gap && std::isfinite(map.gap[i])) gaps.push_back(map.gap[i]);
    if (map.cells[i] == MapCell::penetration) depth = std::max(depth, -static_cast<double>(map.gap[i]));
  }
  MapScale scale{.gap = 0, .depth = round_up(depth)};
  if (gaps.empty()) return scale;
  const auto most = gaps.begin() + static_cast<std::ptrdiff_t>((gaps.size() - 1) * 19 / 20);
  std::nth_element(gaps.begin(), most, gaps.end());
  scale.gap = range > 0 && std::isfinite(range) ? range : round_up(static_cast<double>(*most));
  return scale;
}

Rgb gap_colour(double share) { return along(kGap, share); }

Rgb depth_colour(double share) { return along(kDepth, share); }

Rgb map_colour(MapCell cell, double gap, const MapScale& scale) {
  switch (cell) {
    case MapCell::empty: return kEmpty;
    case MapCell::a_only: return kOnlyA;
    case MapCell::b_only: return kOnlyB;
    // Gaps beyond the range of the map have no width.
    case MapCell::gap: return gap_colour(std::isnan(gap) ? 1 : scale.gap > 0 ? gap / scale.gap : 0);
    case MapCell::contact: return kContact;
    case MapCell::penetration: return depth_colour(scale.depth > 0 ? -gap / scale.depth : 0);
    case MapCell::undecided: return kUndecided;
  }
  return kEmpty;
}

}  // namespace impinge
