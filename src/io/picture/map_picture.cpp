// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A map as a picture: each cell in the colour of what its line meets, with legend, scale bar and numbers.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/canvas.h"
#include "io/picture/map_colours.h"
#include "io/picture/map_legend.h"
#include "io/picture/write_png.h"

namespace impinge {
namespace {

constexpr int kMargin = 30, kHead = 84, kFoot = 64, kLeastPanel = 380;
constexpr double kTitleSize = 17, kSubtitleSize = 10.5;

/// Where a map lies in the picture: cells are magnified, or several are averaged into one pixel.
struct Panel {
  int x = kMargin, y = kHead;
  int zoom = 1, shrink = 1;
  int width = 0, height = 0;

  Panel(const InterferenceMap& map, int size) {
    const int longest = std::max(map.columns, map.rows);
    zoom = std::max(1, size / longest);
    shrink = std::max(1, (longest + size - 1) / size);
    width = (map.columns * zoom + shrink - 1) / shrink;
    height = (map.rows * zoom + shrink - 1) / shrink;
  }

  double pixels_per_cell() const { return static_cast<double>(zoom) / shrink; }
};

bool meets(MapCell cell) { return cell == MapCell::contact || cell == MapCell::penetration; }

/// Colour of a pixel, and whether the bodies meet in it.
struct PanelPixel {
  Rgb colour;
  bool meets = false;
};

PanelPixel pixel_of(const InterferenceMap& map, const Panel& panel, const MapScale& scale, int column, int row) {
  const int left = column * panel.shrink / panel.zoom, low = row * panel.shrink / panel.zoom;
  const int right = std::min(left + panel.shrink, map.columns), high = std::min(low + panel.shrink, map.rows);
  PanelPixel pixel;
  Rgb sum;
  for (int y = low; y < high; ++y) {
    for (int x = left; x < right; ++x) {
      const std::size_t i =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(x);
      const Rgb colour = map_colour(map.cells[i], static_cast<double>(map.gap[i]), scale);
      sum = {sum.r + colour.r, sum.g + colour.g, sum.b + colour.b};
      pixel.meets = pixel.meets || meets(map.cells[i]);
    }
  }
  pixel.colour = scaled(sum, 1.0f / static_cast<float>((right - left) * (high - low)));
  return pixel;
}

/// The cells, and a line around every place where the bodies meet: the contact border.
void draw_cells(Canvas& canvas, const InterferenceMap& map, const Panel& panel, const MapScale& scale) {
  std::vector<bool> inside(static_cast<std::size_t>(panel.width) * static_cast<std::size_t>(panel.height));
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(panel.width) + static_cast<std::size_t>(x);
  };
  for (int y = 0; y < panel.height; ++y) {
    for (int x = 0; x < panel.width; ++x) {
      const PanelPixel pixel = pixel_of(map, panel, scale, x, panel.height - 1 - y);
      canvas.set(panel.x + x, panel.y + y, pixel.colour);
      inside[at(x, y)] = pixel.meets;
    }
  }
  constexpr std::array<std::array<int, 2>, 4> kBeside = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  for (int y = 0; y < panel.height; ++y) {
    for (int x = 0; x < panel.width; ++x) {
      if (inside[at(x, y)]) continue;
      const bool border = std::any_of(kBeside.begin(), kBeside.end(), [&](const std::array<int, 2>& step) {
        const int u = x + step[0], v = y + step[1];
        return u >= 0 && v >= 0 && u < panel.width && v < panel.height && inside[at(u, v)];
      });
      if (border) canvas.set(panel.x + x, panel.y + y, kInk);
    }
  }
}

struct Place {
  double column = 0, row = 0;
};

/// The cells that are as deep as any, but for a thousandth.
std::vector<Place> deepest_cells(const InterferenceMap& map) {
  float least = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if (map.cells[i] == MapCell::penetration) least = std::min(least, map.gap[i]);
  }
  std::vector<Place> places;
  const auto columns = static_cast<std::size_t>(map.columns);
  for (std::size_t i = 0; i < map.cells.size() && least < 0; ++i) {
    if (map.cells[i] != MapCell::penetration || map.gap[i] > 0.999f * least) continue;
    places.push_back({static_cast<double>(i % columns) + 0.5, static_cast<double>(i / columns) + 0.5});
  }
  return places;
}

/// A ring around the deepest place, large enough to be seen and open enough to see through. Where many are as deep, it is
/// the one nearest to their middle.
void draw_deepest(Canvas& canvas, const InterferenceMap& map, const Panel& panel) {
  const std::vector<Place> places = deepest_cells(map);
  if (places.empty()) return;
  Place middle;
  for (const Place& place : places) {
    middle.column += place.column / static_cast<double>(places.size());
    middle.row += place.row / static_cast<double>(places.size());
  }
  const auto off = [&](const Place& p) { return std::hypot(p.column - middle.column, p.row - middle.row); };
  const Place chosen =
      *std::min_element(places.begin(), places.end(), [&](const Place& p, const Place& q) { return off(p) < off(q); });
  const double x = panel.x + chosen.column * panel.pixels_per_cell();
  const double y = panel.y + panel.height - chosen.row * panel.pixels_per_cell();
  constexpr double kRadius = 11, kTurn = 6.283185307179586;
  Stroke ring;
  for (int i = 0; i <= 48; ++i) {
    ring.push_back({x + kRadius * std::cos(kTurn * i / 48), y + kRadius * std::sin(kTurn * i / 48)});
  }
  canvas.draw(std::span(&ring, 1), 4.2, {1, 1, 1});
  canvas.draw(std::span(&ring, 1), 1.8, kInk);
}

/// "x" or "-z" for a direction along an axis, its coordinates otherwise.
std::string axis_text(const Vec3& direction) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(direction[axis]) > 1 - 1e-12) return fmt::format("{}{}", direction[axis] < 0 ? "−" : "", "xyz"[axis]);
  }
  const auto number = [](double value) { return fmt::format("{:.3g}", std::abs(value) < 5e-4 ? 0.0 : value); };
  return fmt::format("({}, {}, {})", number(direction.x()), number(direction.y()), number(direction.z()));
}

void draw_foot(Canvas& canvas, const InterferenceMap& map, const Panel& panel, const std::string& units) {
  const int y = panel.y + panel.height + 28;
  const int room = std::max(panel.width, kLeastPanel);
  if (map.cell > 0) draw_scale_bar(canvas, panel.x, y, room / 3, panel.pixels_per_cell() / map.cell, units);
  const std::string axes = fmt::format("→ {}   ↑ {}", axis_text(map.right), axis_text(map.up));
  const double width = text_width(axes, kSubtitleSize);
  canvas.text(axes, panel.x + room - width, y + 5, kSubtitleSize, kFaintInk);
}

void draw_head(Canvas& canvas, const InterferenceMap& map, const MapPictureOptions& options) {
  const double room = canvas.width() - 2 * kMargin;
  const std::string title = options.title.empty() ? fmt::format("{} / {}", options.a, options.b) : options.title;
  canvas.text(fit_text(title, kTitleSize, room), kMargin, 42, kTitleSize, kInk, 0.14);
  const std::string seen = fmt::format("seen along {} ({}), {} × {} cells of {} {}", axis_text(map.direction),
                                       map.direction_rule, map.columns, map.rows, legend_number(map.cell), options.units);
  canvas.text(fit_text(seen, kSubtitleSize, room), kMargin, 65, kSubtitleSize, kFaintInk);
}

void validate(const InterferenceMap& map, const MapPictureOptions& options) {
  if (options.size < 64 || options.size > 4096) {
    throw Error(ErrorCode::bad_argument, fmt::format("map picture of size {}: give 64 to 4096 pixels.", options.size));
  }
  const std::size_t cells =
      static_cast<std::size_t>(std::max(map.columns, 0)) * static_cast<std::size_t>(std::max(map.rows, 0));
  if (cells == 0 || map.cells.size() != cells || map.gap.size() != cells) {
    throw Error(ErrorCode::bad_argument, fmt::format("map of {} x {} cells with {} kinds and {} gaps: nothing to draw.",
                                                     map.columns, map.rows, map.cells.size(), map.gap.size()));
  }
}

}  // namespace

void write_map_picture(const InterferenceMap& map, const std::filesystem::path& file, const MapPictureOptions& options) {
  validate(map, options);
  const MapScale scale = scale_of(map, options.range);
  const Panel panel(map, options.size);
  const int legend_x = panel.x + std::max(panel.width, kLeastPanel) + 36;
  const int width = legend_x + kLegendWidth + kMargin, room = width - 2 * kMargin;
  const int numbers_y = panel.y + std::max(panel.height + kFoot, legend_height(map, scale) + kMargin);
  const int height = numbers_y + numbers_height(map, room) + kMargin / 2;
  Canvas canvas(width, height, {1, 1, 1});
  draw_cells(canvas, map, panel, scale);
  canvas.outline(panel.x, panel.y, panel.width, panel.height, kLine);
  draw_deepest(canvas, map, panel);
  draw_head(canvas, map, options);
  draw_foot(canvas, map, panel, options.units);
  draw_numbers(canvas, panel.x, numbers_y, room, map, options.units);
  draw_legend(canvas, legend_x, panel.y, map, scale, options);
  write_png(canvas.bytes(), width, height, file);
}

}  // namespace impinge
