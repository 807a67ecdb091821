// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/canvas.h"

#include <algorithm>
#include <cmath>

namespace impinge {
namespace {

double distance_to_segment(const CanvasPoint& p, const CanvasPoint& from, const CanvasPoint& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
  const double along = square > 0 ? std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / square, 0.0, 1.0) : 0;
  return std::hypot(p.x - from.x - along * dx, p.y - from.y - along * dy);
}

/// Pixels from low to high, both cut to the canvas.
struct PixelRange {
  int low, high;
  PixelRange(double a, double b, double reach, int limit)
      : low(static_cast<int>(std::clamp(std::floor(std::min(a, b) - reach), 0.0, double(limit)))),
        high(static_cast<int>(std::clamp(std::ceil(std::max(a, b) + reach), 0.0, double(limit)))) {}
};

}  // namespace

Canvas::Canvas(int width, int height, const Rgb& background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

void Canvas::set(int x, int y, const Rgb& colour) {
  if (x >= 0 && x < width_ && y >= 0 && y < height_) pixels_[at(x, y)] = colour;
}

void Canvas::fill(int x, int y, int width, int height, const Rgb& colour) {
  for (int row = y; row < y + height; ++row) {
    for (int column = x; column < x + width; ++column) set(column, row, colour);
  }
}

void Canvas::outline(int x, int y, int width, int height, const Rgb& colour) {
  fill(x - 1, y - 1, width + 2, 1, colour);
  fill(x - 1, y + height, width + 2, 1, colour);
  fill(x - 1, y - 1, 1, height + 2, colour);
  fill(x + width, y - 1, 1, height + 2, colour);
}

void Canvas::draw(std::span<const Stroke> strokes, double thickness, const Rgb& colour) {
  const double radius = 0.5 * thickness, reach = radius + 1;
  double left = width_, right = 0, top = height_, bottom = 0;
  for (const Stroke& stroke : strokes) {
    for (const CanvasPoint& point : stroke) {
      left = std::min(left, point.x);
      right = std::max(right, point.x);
      top = std::min(top, point.y);
      bottom = std::max(bottom, point.y);
    }
  }
  if (left > right || top > bottom) return;
  const PixelRange columns(left, right, reach, width_), rows(top, bottom, reach, height_);
  const int wide = columns.high - columns.low, high = rows.high - rows.low;
  if (wide <= 0 || high <= 0) return;
  std::vector<float> cover(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), 0);
  for (const Stroke& stroke : strokes) {
    for (std::size_t i = 0; i + 1 < std::max<std::size_t>(stroke.size(), 2); ++i) {
      const CanvasPoint &from = stroke[i], &to = stroke[std::min(i + 1, stroke.size() - 1)];
      const PixelRange xs(from.x, to.x, reach, width_), ys(from.y, to.y, reach, height_);
      for (int y = ys.low; y < ys.high; ++y) {
        for (int x = xs.low; x < xs.high; ++x) {
          const double inside = 0.5 + radius - distance_to_segment({x + 0.5, y + 0.5}, from, to);
          float& share = cover[static_cast<std::size_t>(y - rows.low) * static_cast<std::size_t>(wide) +
                               static_cast<std::size_t>(x - columns.low)];
          share = std::max(share, static_cast<float>(std::clamp(inside, 0.0, 1.0)));
        }
      }
    }
  }
  for (int y = rows.low; y < rows.high; ++y) {
    for (int x = columns.low; x < columns.high; ++x) {
      const float share = cover[static_cast<std::size_t>(y - rows.low) * static_cast<std::size_t>(wide) +
                                static_cast<std::size_t>(x - columns.low)];
      if (share > 0) pixels_[at(x, y)] = mix(pixels_[at(x, y)], colour, share);
    }
  }
}

void Canvas::text(std::string_view text, double x, double y, double size, const Rgb& colour, double weight) {
  draw(text_strokes(text, {x, y}, size), weight * size, colour);
}

std::vector<std::uint8_t> Canvas::bytes() const {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(3 * pixels_.size());
  for (const Rgb& pixel : pixels_) {
    for (const float value : {pixel.r, pixel.g, pixel.b}) {
      bytes.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0f, 1.0f))));
    }
  }
  return bytes;
}

}  // namespace impinge
