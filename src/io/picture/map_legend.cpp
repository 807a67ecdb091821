// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/map_legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

constexpr int kBarWidth = 26, kBarHeight = 150, kBarGap = 6, kRow = 26, kSwatch = 16;
constexpr int kNumberRow = 66, kNumberWidth = 165;
constexpr double kTextSize = 11, kSmallText = 9.5;

bool holds(const InterferenceMap& map, MapCell kind) {
  return std::find(map.cells.begin(), map.cells.end(), kind) != map.cells.end();
}

int count_bars(const MapScale& scale) { return (scale.gap > 0 ? 1 : 0) + (scale.depth > 0 ? 1 : 0); }

/// A round step that cuts the length into three to six parts.
double tick_step(double length) {
  const double power = std::pow(10, std::floor(std::log10(length)));
  for (const double step : {0.2, 0.25, 0.5, 1.0, 2.0}) {
    if (length / (step * power) <= 6.01) return step * power;
  }
  return length;
}

/// One ramp with its ticks; 0 is at the lower end for gaps, at the upper end for depths, so that the two meet there.
void draw_bar(Canvas& canvas, int x, int y, double length, bool is_gap, bool open_end) {
  for (int row = 0; row < kBarHeight; ++row) {
    const double share = (row + 0.5) / kBarHeight;
    canvas.fill(x, y + row, kBarWidth, 1, is_gap ? gap_colour(1 - share) : depth_colour(share));
  }
  canvas.outline(x, y, kBarWidth, kBarHeight, kLine);
  const double step = tick_step(length);
  for (int i = 0; i * step <= length * (1 + 1e-9); ++i) {
    if (i == 0 && !is_gap) continue;  // the 0 that both share stands once
    const double share = i * step / length;
    const double at = y + (is_gap ? 1 - share : share) * kBarHeight;
    const std::vector<Stroke> tick = {{{x + kBarWidth + 1.0, at}, {x + kBarWidth + 6.0, at}}};
    canvas.draw(tick, 1.2, kFaintInk);
    const bool last = (i + 1) * step > length * (1 + 1e-9);
    canvas.text((last && open_end ? "≥ " : "") + legend_number(i * step), x + kBarWidth + 12, at + 0.5 * kSmallText,
                kSmallText, kInk);
  }
}

/// Both ramps, one over the other, and what each is.
int draw_bars(Canvas& canvas, int x, int y, const MapScale& scale, const std::string& units, bool wider_gaps) {
  const auto title = [&](const char* word, const char* also, int top) {
    canvas.text(word, x + 104, top + 0.5 * kBarHeight - 4, kTextSize, kInk, 0.14);
    canvas.text(fmt::format("{} [{}]", also, units), x + 104, top + 0.5 * kBarHeight + 16, kSmallText, kFaintInk);
  };
  if (scale.gap > 0) {
    draw_bar(canvas, x, y, scale.gap, true, wider_gaps);
    title("gap", "width", y);
    y += kBarHeight + kBarGap;
  }
  if (scale.depth > 0) {
    draw_bar(canvas, x, y, scale.depth, false, false);
    title("penetration", "depth", y);
    y += kBarHeight + kBarGap;
  }
  return count_bars(scale) > 0 ? y + 22 : y;
}

struct Swatch {
  MapCell kind;
  std::string label;
};

std::vector<Swatch> swatches(const InterferenceMap& map, const MapPictureOptions& options) {
  std::vector<Swatch> list = {{MapCell::contact, "contact"},
                              {MapCell::a_only, fmt::format("only {}", options.a)},
                              {MapCell::b_only, fmt::format("only {}", options.b)}};
  if (holds(map, MapCell::undecided)) list.push_back({MapCell::undecided, "undecided"});
  return list;
}

void draw_swatches(Canvas& canvas, int x, int y, const InterferenceMap& map, const MapPictureOptions& options) {
  for (const Swatch& swatch : swatches(map, options)) {
    canvas.fill(x, y, kSwatch, kSwatch, map_colour(swatch.kind, 0, {}));
    canvas.outline(x, y, kSwatch, kSwatch, swatch.kind == MapCell::contact ? kInk : kLine);
    canvas.text(fit_text(swatch.label, kTextSize, kLegendWidth - 28), x + 28, y + 13, kTextSize, kInk);
    y += kRow;
  }
}

struct Number {
  std::string label, value, bounds;
};

std::vector<Number> numbers(const InterferenceMap& map, const std::string& units) {
  const auto bounded = [&](const char* label, const Bounded& number, const char* power) {
    return Number{label, fmt::format("{} {}{}", legend_number(number.value), units, power),
                  fmt::format("{} … {}", legend_number(number.low), legend_number(number.high))};
  };
  std::vector<Number> list;
  if (map.solids) list.push_back(bounded("overlap volume", map.overlap_volume, "³"));
  list.push_back(bounded("contact area", map.contact_area, "²"));
  list.push_back(bounded("deepest overlap", map.max_depth, ""));
  if (map.min_gap) list.push_back({"least gap", fmt::format("{} {}", legend_number(*map.min_gap), units), "at the lines"});
  return list;
}

}  // namespace

std::string legend_number(double value) { return fmt::format("{:.4g}", value == 0 ? 0.0 : value); }

int legend_height(const InterferenceMap& map, const MapScale& scale) {
  const int bars = count_bars(scale);
  return bars * (kBarHeight + kBarGap) + (bars > 0 ? 22 : 0) + static_cast<int>(swatches(map, {}).size()) * kRow;
}

void draw_legend(Canvas& canvas, int x, int y, const InterferenceMap& map, const MapScale& scale,
                 const MapPictureOptions& options) {
  bool wider_gaps = false;  // than the bar's end, or than the range of the map
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    wider_gaps = wider_gaps || (map.cells[i] == MapCell::gap && !(static_cast<double>(map.gap[i]) <= scale.gap));
  }
  y = draw_bars(canvas, x, y, scale, options.units, wider_gaps);
  draw_swatches(canvas, x, y, map, options);
}

int numbers_height(const InterferenceMap& map, int width) {
  const int columns = std::max(1, width / kNumberWidth), count = static_cast<int>(numbers(map, "").size());
  return (count + columns - 1) / columns * kNumberRow;
}

void draw_numbers(Canvas& canvas, int x, int y, int width, const InterferenceMap& map, const std::string& units) {
  const int columns = std::max(1, width / kNumberWidth);
  int place = 0;
  for (const Number& number : numbers(map, units)) {
    const int left = x + place % columns * (width / columns), top = y + place / columns * kNumberRow;
    canvas.text(number.label, left, top + 10, kSmallText, kFaintInk);
    canvas.text(number.value, left, top + 29, kTextSize, kInk, 0.14);
    canvas.text(number.bounds, left, top + 45, kSmallText - 1, kFaintInk);
    ++place;
  }
}

void draw_scale_bar(Canvas& canvas, int x, int y, int width, double pixels_per_length, const std::string& units) {
  const double most = width / pixels_per_length;
  const double power = std::pow(10, std::floor(std::log10(most)));
  const double length = most >= 5 * power ? 5 * power : most >= 2 * power ? 2 * power : power;
  const double end = x + length * pixels_per_length;
  const std::vector<Stroke> bar = {
      {{x + 1.0, y - 5.0}, {x + 1.0, y + 5.0}}, {{x + 1.0, double(y)}, {end, double(y)}}, {{end, y - 5.0}, {end, y + 5.0}}};
  canvas.draw(bar, 2, kInk);
  canvas.text(fmt::format("{} {}", legend_number(length), units), end + 12, y + 5.5, kTextSize, kInk);
}

}  // namespace impinge
